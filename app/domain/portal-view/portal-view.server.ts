import { z } from 'zod'
import { type Account, requireOwnOrTutor } from '~/domain/accounts/account'
import { requireStudentById } from '~/domain/accounts/people.server'
import { logRepeatable } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { Refused } from '~/domain/refused'
import { checkbox, choiceOf, openedVersion } from '~/domain/rules'
import { compileRead } from '~db/open'
import type { Database } from '~db/schema'
import {
  findPreset,
  listShown,
  type PartsShown,
  type PortalPart,
  partWords,
  portalParts,
  portalPresets,
  presetWords,
  toPartsShown,
} from './portal-view'

const NO_PRESET = 'Please choose one of these.'

/** The parts that a student sees. */
const partsShown = z.object(
  Object.fromEntries(portalParts.map((part) => [part, checkbox()])) as Record<PortalPart, ReturnType<typeof checkbox>>,
)

/** 'Choose yourself'. */
export const partsForm = partsShown.extend({ version: openedVersion() })
export type PartsForm = z.output<typeof partsForm>

/** One press. */
export const presetForm = z.object({ preset: choiceOf(portalPresets, NO_PRESET), version: openedVersion() })

/** What a student sees of the portal. */
export type PortalView = PartsShown & { id: number; version: number }

export const describePortalView: FieldDescriptions<PartsShown> = portalParts.map((part) => ({
  label: partWords[part].label,
  getText: (shown) => (shown[part] ? 'Shows' : 'Under More'),
}))

const readView = compileRead((db, userId: number) =>
  db.selectFrom('shownParts').select(['parts', 'version']).where('userId', '=', userId),
)

/** Ignores names of parts that no longer exist. */
function parseParts(parts: string | null | undefined): PortalPart[] | null {
  const names: unknown = parts ? JSON.parse(parts) : null
  return Array.isArray(names) ? portalParts.filter((part) => names.includes(part)) : null
}

/** The parts that a student sees; null for everything. */
export const findShownParts = (db: Database, student: Account): Promise<PortalPart[] | null> =>
  readShownParts(db, student.id)

/** The same for an export of their data. */
export const readShownParts = async (db: Database, userId: number): Promise<PortalPart[] | null> =>
  parseParts((await readView(db, userId))[0]?.parts)

/** What a student sees, for that student or a tutor. Throws Refused, notFound, for anyone else. */
export async function findPortalView(db: Database, reader: Account, studentId: number): Promise<PortalView> {
  requireOwnOrTutor(reader, studentId)
  return readPortalView(db, studentId)
}

async function readPortalView(db: Database, userId: number): Promise<PortalView> {
  const [row] = await readView(db, userId)
  return { id: userId, version: row?.version ?? 1, ...toPartsShown(parseParts(row?.parts) ?? portalParts) }
}

/**
 * Changes what a student sees, for that student or a tutor. Throws Refused, forbidden, for anyone else, and what requireStudent and
 * applyPatch throw.
 */
export async function changePortalView(
  db: Database,
  actor: Account,
  studentId: number,
  change: Change<PartsShown>,
): Promise<PortalView> {
  if (actor.role !== 'tutor' && actor.id !== studentId)
    throw new Refused('forbidden', 'You can only choose for yourself.')
  return db.transaction().execute(async (transaction) => {
    const student = await requireStudentById(transaction, studentId)
    const before = await readPortalView(transaction, studentId)
    const shown = await applyPatch(transaction, 'portal view', before, change, partsShown)
    if (portalParts.every((part) => before[part] === shown[part])) return before
    const preset = findPreset(shown)
    const after = {
      parts: preset === 'everything' ? null : JSON.stringify(listShown(shown)),
      version: before.version + 1,
    }
    await transaction
      .insertInto('shownParts')
      .values({ userId: studentId, ...after })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(after))
      .execute()
    const labels = listShown(shown).map((part) => partWords[part].label)
    const choice = preset ? presetWords[preset].label : labels.join(', ')
    const line = { recordId: studentId, title: `${student.name}: ${choice}`, studentId }
    await logRepeatable(transaction, actor, { action: 'changed', noun: 'portal view', ...line })
    return { id: studentId, version: after.version, ...shown }
  })
}
