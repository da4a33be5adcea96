import { Fragment } from 'react'

/** A text as it was typed: its lines stay lines, without a style sheet too. */
export function Lines({ text }: { text: string }) {
  return text.split(/\r?\n/).map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other names for its lines
    <Fragment key={place}>
      {place > 0 && <br />}
      {line}
    </Fragment>
  ))
}
