import { fromTyped, type SafeHtml, toSafeHtml, toTyped } from './rich-text.server'

/** A record's words in Easy Read as they are stored, as HTML of what was typed; what was not typed anew stays as it was. */
export function storedEasyRead(typed: string | null | undefined, before?: { easyRead: string | null }): string | null {
  if (typed && typed === before?.easyRead) return typed
  return fromTyped(typed ?? '') || null
}

/** The same as pages show them; null where there are none. */
export function shownEasyRead({ easyRead }: { easyRead: string | null }): SafeHtml | null {
  return easyRead === null ? null : toSafeHtml(easyRead)
}

/** The same as a text box shows them. */
export function typedEasyRead({ easyRead }: { easyRead?: string | null }): string {
  return easyRead ? toTyped(easyRead) : ''
}
