// Lists every migration in order. A search by pattern could run a file that an earlier build left behind.
export { Campaigns1764000000038 } from './0001-release-1.2.0';
export { MemberPeriods1764000000039 } from './0039-member-periods';
export { OpenTasks1764000000040 } from './0040-open-tasks';
export { ImportCounts1764000000041 } from './0041-import-counts';
export { UtmDigests1764000000042 } from './0042-utm-digests';
export { CheckedDigests1764000000043 } from './0043-checked-digests';
export { RuleTargets1764000000044 } from './0044-rule-targets';
export { AlsoSent1764000000045 } from './0045-also-sent';
export { FirstNames1764000000046 } from './0046-first-names';
export { Sources1764000000047 } from './0047-sources';
export { SpamContacts1764000000048 } from './0048-spam-contacts';
export { LeadsBySource1764000000049 } from './0049-leads-by-source';
export { BoundedDeliveries1764000000050 } from './0050-bounded-deliveries';
export { PersonByDay1764000000051 } from './0051-person-by-day';
export { Returns1764000000052 } from './0052-returns';
export { LeftStays1764000000053 } from './0053-left-stays';
export { CorrectedPhones1764000000055 } from './0055-corrected-phones';
