/** An unsaved change to a list in a form, or an opened item: its position and a description. */
export interface ListChange {
  kind: 'insert' | 'remove' | 'reorder' | 'open'
  list: string
  /** The item's current position, or the removed item's last one. */
  place: number
  words: string
}

/** The field in which Conform's buttons send a list change. */
export const INTENT_FIELD = '__intent__'

/** Whether the submit button only changes a list in the form. */
export function isListChange({ nativeEvent }: { nativeEvent: Event }): boolean {
  const { submitter } = nativeEvent as Partial<SubmitEvent>
  return submitter instanceof HTMLButtonElement && submitter.name === INTENT_FIELD
}
