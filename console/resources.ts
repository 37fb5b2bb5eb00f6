import type { Actor } from '../src/audit/audit-entry';
import type { AuditAction, Subject } from '../src/contract/audit';
import type { Origin, OriginRule } from '../src/contract/origin';

/** The JSON of the owner routes, as far as the pages show it. */

export const PERMISSIONS = ['leads:write', 'leads:read', 'pipeline:read', 'pipeline:write', 'metrics:read'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly owner: { readonly name: string; readonly email: string };
}

/** An account, where no more of it need be known. */
export interface AccountName {
  readonly id: string;
  readonly name: string;
}

export interface OwnAccount extends AccountName {
  /** Whether the session is of this one. */
  readonly current: boolean;
}

/** What a sign-in link would open. */
export interface LinkLook {
  readonly account: AccountName;
  readonly expires_at: string;
}

/** A session as it begins; the token in it is also the cookie. */
export interface NewSession {
  readonly expires_at: string;
}

export interface OwnSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly current: boolean;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly hint: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

export interface Notice {
  readonly id: string;
  readonly type: string;
  readonly message: string;
  readonly created_at: string;
  readonly read_at: string | null;
  /** The lead that it tells of, if it does; the message names it by an id. */
  readonly lead?: { readonly id: string; readonly name: string | null };
}

/** Whether the notice warns of what goes on until it is mended; such a one comes first. */
export const isWarning = ({ type }: Notice): boolean => type === 'pipeline.not_configured';

export const STAGE_FLAGS = ['is_entry', 'is_won', 'is_lost', 'is_scheduling', 'is_sale'] as const;
export type StageFlag = (typeof STAGE_FLAGS)[number];

export interface Stage extends Readonly<Record<StageFlag, boolean>> {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly value: number | null;
}

export interface Pipeline {
  readonly id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly stages: readonly Stage[];
}

export interface Automation {
  readonly id: string;
  readonly idle_days: number;
  readonly action: { readonly type: 'add_tag' | 'move' | 'notify'; readonly tag?: string; readonly stage_id?: string };
}

export interface Deal {
  readonly id: string;
  readonly pipeline_id: string;
  readonly stage_id: string;
  readonly value: number | null;
  readonly entered_stage_at: string;
}

export interface Lead {
  readonly id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly tags: readonly string[];
  readonly origin: Origin;
  readonly deals: readonly Deal[];
  readonly created_at: string;
  readonly updated_at: string;
}

export interface StageMove {
  readonly deal_id: string;
  readonly from_stage_id: string;
  readonly to_stage_id: string;
  readonly moved_by: 'api' | 'staff' | 'automation';
  readonly key_id: string | null;
  readonly moved_at: string;
}

export interface LeadRecord extends Lead {
  readonly notes: string | null;
  readonly consent: { readonly at: string; readonly key_id: string | null; readonly request_id: string | null } | null;
  readonly origin_rule: OriginRule;
  readonly attribution: Readonly<Record<string, string | null>>;
  readonly stage_history: readonly StageMove[];
}

export interface LeadDetail extends LeadRecord {
  readonly merged_leads: readonly {
    readonly id: string;
    readonly merged_at: string;
    readonly lead: LeadRecord | null;
  }[];
  readonly erased_at: string | null;
}

export type Channel = 'chat' | 'form' | 'api';

/** What is known of a phone, with a lead or without. */
export interface KnownPerson {
  readonly phone: string;
  readonly leads: readonly string[];
  readonly conversation: {
    readonly phone: string | null;
    readonly channel: Channel;
    readonly name: string | null;
    readonly created_at: string;
  } | null;
  readonly held_submissions: number;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: Pick<Actor, 'type' | 'id'>;
  readonly address: string | null;
  readonly action: AuditAction;
  readonly subject: Subject | null;
}

export interface DuplicateGroup {
  readonly phone: string;
  readonly leads: readonly Lead[];
}

export interface HeldSubmission {
  readonly id: string;
  readonly reason: 'ambiguous_lead' | 'external_id_conflict' | 'notes_full';
  readonly phone: string | null;
  readonly external_id: string | null;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly key: { readonly id: string; readonly name: string };
  readonly request_id: string;
  readonly created_at: string;
  readonly state: 'held' | 'applied' | 'dismissed';
  readonly resolved_at: string | null;
  readonly lead_id: string | null;
  readonly lead_ids: readonly string[];
}

export interface Import {
  readonly id: string;
  readonly state: 'running' | 'finished';
  readonly rows: number;
  readonly pending: number;
  readonly created: number;
  readonly updated: number;
  readonly duplicate: number;
  readonly refused: number;
  readonly erased: number;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface ReportedRow {
  readonly row: number;
  readonly result: 'created' | 'updated' | 'refused';
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

export interface Metrics {
  readonly period: { readonly from: string; readonly to: string };
  readonly leads: number;
  readonly scheduled: number | null;
  readonly closed: number | null;
  readonly attended: number;
  readonly daily: readonly { readonly date: string; readonly leads: number }[];
  readonly by_origin?: readonly { readonly origin: Origin; readonly leads: number }[];
  readonly pipeline: {
    readonly id: string;
    readonly name: string;
    readonly stages: readonly { readonly id: string; readonly name: string; readonly open_deals: number }[];
  };
}
