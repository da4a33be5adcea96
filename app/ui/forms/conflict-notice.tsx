import type { FieldMetadata } from '@conform-to/react'
import type { ComponentProps } from 'react'
import type { Difference } from '~/domain/change.server'
import { dayInWords, timeInWords } from '~/ui/dates'
import { AlertPanel } from '~/ui/dialogs/alert-panel'
import { SubmitButton } from './submit-button'

/** What a form gets that was opened before somebody else's save; `version` is the one to overwrite. */
export interface ConflictAnswer {
  by: string
  at: string
  version: number
  differences: Difference[]
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-small font-bold text-ink-soft">{label}</dt>
      <dd className="whitespace-pre-wrap break-words">{text || 'Nothing'}</dd>
    </div>
  )
}

const ANYWAY = 'Save Mine Anyway'

/** The button that saves a form; after a conflict it is labelled as overwriting. */
export function SaveButton({
  conflict,
  submitLabel,
  ...props
}: ComponentProps<typeof SubmitButton> & { conflict?: ConflictAnswer }) {
  return <SubmitButton submitLabel={conflict ? ANYWAY : submitLabel} {...props} />
}

/** The version that a form was opened on, which Conform keeps, as the loader's may be newer; and any conflict. */
export function OpenedVersion({
  field,
  conflict,
}: {
  field: FieldMetadata<number | undefined>
  conflict?: ConflictAnswer
}) {
  const version = conflict?.version ?? field.initialValue
  return (
    <>
      {conflict && <ConflictNotice conflict={conflict} />}
      {version && <input type="hidden" name={field.name} value={version} />}
    </>
  )
}

/** Two tutors edited the same record: its current values beside what was typed, field by field. */
function ConflictNotice({ conflict }: { conflict: ConflictAnswer }) {
  const { by, at, version, differences } = conflict
  return (
    <AlertPanel tone="amber" title={`${by} changed this at ${timeInWords(at)} on ${dayInWords(at)}.`} news={version}>
      <p className="mt-2">What you typed is still here, but it is not saved yet.</p>
      {differences.map(({ label, now, typed }) => (
        <div key={label} className="mt-4 border-t border-stone pt-3">
          <h4>{label}</h4>
          <dl className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-2">
            <Text label="Now it says:" text={now} />
            <Text label="You typed:" text={typed} />
          </dl>
        </div>
      ))}
      <p className="mt-4 border-t border-stone pt-3">
        To save what you typed, press ‘{ANYWAY}’. To keep what it says now, press ‘Cancel’.
      </p>
    </AlertPanel>
  )
}
