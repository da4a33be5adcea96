import type { Bit, Database, Row } from '~db/schema'

/** Spec section 3, Board member. */
export type BoardMember = Omit<Row<'boardMembers'>, 'isCurrent'> & { isCurrent: boolean }

/** The members of today's board, in the order a tutor gave them, then by name. */
export function listCurrentMembers(db: Database): Promise<BoardMember[]> {
  return listMembers(db, 1)
}

/** Those who were on the board, in the order a tutor gave them, then by name. */
export function listPastMembers(db: Database): Promise<BoardMember[]> {
  return listMembers(db, 0)
}

async function listMembers(db: Database, isCurrent: Bit): Promise<BoardMember[]> {
  const rows = await db.selectFrom('boardMembers').selectAll().where('isCurrent', '=', isCurrent).execute()
  return (
    rows
      .map((row) => ({ ...row, isCurrent: row.isCurrent === 1 }))
      // SQLite would put Áine behind Zoe.
      .sort((a, b) => a.displayOrder - b.displayOrder || a.name.localeCompare(b.name, 'en-IE'))
  )
}
