import { Fragment } from 'react'

/** Plain text with its line breaks, which also work without a style sheet. */
export function Lines({ text }: { text: string }) {
  return text.split(/\r?\n/).map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity
    <Fragment key={place}>
      {place > 0 && <br />}
      {line}
    </Fragment>
  ))
}
