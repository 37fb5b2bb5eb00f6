import { getMetadataArgsStorage } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { type AccountManagementService, changesOf, OPERATOR_COLUMNS, SETTINGS } from './account-management.service';

const every = Object.fromEntries(
  getMetadataArgsStorage()
    .columns.filter(({ target }) => target === Account)
    .map(({ propertyName }) => [propertyName, propertyName]),
) as Record<keyof Account, never>;

it.each([
  [
    'the operator',
    OPERATOR_COLUMNS,
    [
      ...['name', 'planApi', 'planAutoOrigin', 'licenceActive', 'comercialEnabled'],
      ...['submissionsPerDay', 'callsPerMinute', 'writesPerMinute'],
    ],
  ],
  [
    'the owner',
    SETTINGS,
    ['siteDomains', 'sellersSee', 'sellersExport', 'lossReasons', 'messageTemplates', 'idleDays'],
  ],
])('a change by %s takes its columns, whatever else it has', (_, columns, taken) => {
  expect(Object.keys(every).length).toBeGreaterThan(taken.length);
  expect(Object.keys(changesOf(columns, every)).sort()).toEqual(taken.sort());
});

it('leaves out what is undefined', () => {
  expect(changesOf(OPERATOR_COLUMNS, { name: 'Loja', planApi: undefined })).toEqual({ name: 'Loja' });
});

it('another column does not compile', () => {
  // @ts-expect-error not a column of the operator
  const change: Parameters<AccountManagementService['change']>[1] = { cursorSecret: Buffer.alloc(32) };
  expect(changesOf(OPERATOR_COLUMNS, change)).toEqual({});
});
