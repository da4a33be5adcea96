/** What a button did to a list of a form, or opened in it: at which place, and in words. Nothing is saved by it. */
export interface ListChange {
  kind: 'insert' | 'remove' | 'reorder' | 'open'
  list: string
  /** Where what was added, moved or opened stands now, or where the removed one stood. */
  place: number
  words: string
}

/** The field in which Conform's buttons say what they change of a list. */
export const INTENT_FIELD = '__intent__'

/** Whether a form is sent by a button that only changes one of its lists. */
export function changesList({ nativeEvent }: { nativeEvent: Event }): boolean {
  const { submitter } = nativeEvent as Partial<SubmitEvent>
  return submitter instanceof HTMLButtonElement && submitter.name === INTENT_FIELD
}
