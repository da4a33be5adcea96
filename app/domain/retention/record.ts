import { z } from 'zod'
import {
  type AdjustableCategory,
  adjustableCategories,
  getRetentionBounds,
  retentionCategories,
} from '~/content/retention-terms'
import { moment, recordVersion } from '~/domain/record'

const months = (what: AdjustableCategory) =>
  z.int().min(getRetentionBounds(what).least).max(getRetentionBounds(what).most)

/** Retention periods in the API: the adjustable ones in months, and what each period removes next. */
export const retentionRecord = z
  .strictObject({
    version: recordVersion,
    enquiries: months('enquiries'),
    activity: months('activity'),
    leftFiles: months('leftFiles'),
    closedAccounts: months('closedAccounts'),
    held: z.array(z.enum(adjustableCategories)).describe('The terms that remove nothing until they are saved.'),
    changedAt: moment.nullable(),
    next: z.array(z.strictObject({ what: z.enum(retentionCategories), count: z.int(), on: z.iso.date() })),
    waiting: z.int().describe('Files of students who left that are past their term and have not been exported.'),
  })
  .meta({
    id: 'Retention',
    description: 'How long things are kept, in months, and what is removed next.',
    examples: [
      {
        version: 2,
        enquiries: 12,
        activity: 24,
        leftFiles: 12,
        closedAccounts: 36,
        held: [],
        changedAt: '2026-04-02T16:45:30.000Z',
        next: [{ what: 'enquiries', count: 3, on: '2026-12-04' }],
        waiting: 0,
      },
    ],
  })
