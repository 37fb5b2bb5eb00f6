import { lockRow, map, prepared, readRows, write } from '../database/query';
import { firstIdAt } from '../database/first-id';
import type { RotaPosition } from './rota';

const LOCK_ROTA = prepared(
  'lock_rota',
  `select r.served_to as "servedTo" from rotas r where r.account_id = $1 and r.pipeline_id = $2 for update`,
);

/** Locks a rota: positions and members change under this lock only, except that a deactivated member leaves. */
export const lockRota = (accountId: string, pipelineId: string) =>
  lockRow<{ servedTo: string }>('rota', LOCK_ROTA, [accountId, pipelineId]);

const LIST_ROTA_POSITIONS = prepared(
  'list_turns',
  `select rm.member_id as "memberId", rm.turn::text as turn from rota_members rm
   where rm.account_id = $1 and rm.pipeline_id = $2 order by rm.member_id`,
);

export const listRotaPositions = (accountId: string, pipelineId: string) =>
  map(
    readRows<{ memberId: string; turn: string }>(LIST_ROTA_POSITIONS, [accountId, pipelineId]),
    (rows): RotaPosition[] => rows.map(({ memberId, turn }) => ({ memberId, position: Number(turn) })),
  );

const START = prepared(
  'start_rota',
  `insert into rotas (account_id, pipeline_id, served_to)
   values ($1, $2, ${firstIdAt(`date_trunc('milliseconds', clock_timestamp())`)})
   on conflict (account_id, pipeline_id) do update set served_to = excluded.served_to`,
);

/** Begins a rota: it serves leads that are made from now on. */
export const startRota = (accountId: string, pipelineId: string) => write(START, [accountId, pipelineId], 'rota');

const END = prepared('end_rota', `delete from rotas where account_id = $1 and pipeline_id = $2`);

export const endRota = (accountId: string, pipelineId: string) => write(END, [accountId, pipelineId], 'rota');

const KEEP_MEMBERS = prepared(
  'keep_rota_members',
  `delete from rota_members where account_id = $1 and pipeline_id = $2 and member_id <> all($3::uuid[])`,
);

/** Removes everybody else. Requires the rota's lock, as the following do. */
export const keepMembers = (accountId: string, pipelineId: string, memberIds: readonly string[]) =>
  write(KEEP_MEMBERS, [accountId, pipelineId, memberIds]);

const INSERT_ROTA_MEMBER = prepared(
  'insert_turn',
  `insert into rota_members (account_id, pipeline_id, member_id, turn) values ($1, $2, $3, $4)`,
);

export const insertRotaMember = (accountId: string, pipelineId: string, { memberId, position }: RotaPosition) =>
  write(INSERT_ROTA_MEMBER, [accountId, pipelineId, memberId, position]);

const SET_ROTA_POSITION = prepared(
  'set_turn',
  `update rota_members set turn = $4 where account_id = $1 and pipeline_id = $2 and member_id = $3`,
);

export const setRotaPosition = (accountId: string, pipelineId: string, { memberId, position }: RotaPosition) =>
  write(SET_ROTA_POSITION, [accountId, pipelineId, memberId, position]);
