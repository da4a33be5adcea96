import type { FieldMetadata } from '@conform-to/react'
import type { ComponentProps } from 'react'
import type { Difference } from '~/domain/change.server'
import { formatDay, formatTime } from '~/ui/dates'
import { AlertPanel } from '~/ui/dialogs/alert-panel'
import { SubmitButton } from './submit-button'

/** Another person saved the record after this form was opened. `version` is the one to overwrite. */
export interface ConflictData {
  by: string
  at: string
  version: number
  differences: Difference[]
}

function ConflictValue({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-small font-bold text-ink-soft">{label}</dt>
      <dd className="whitespace-pre-wrap break-words">{text || 'Nothing'}</dd>
    </div>
  )
}

const OVERWRITE_LABEL = 'Save Mine Anyway'

/** A form's save button; after a conflict its label says that it overwrites. */
export function SaveButton({
  conflict,
  submitLabel,
  ...props
}: ComponentProps<typeof SubmitButton> & { conflict?: ConflictData }) {
  return <SubmitButton submitLabel={conflict ? OVERWRITE_LABEL : submitLabel} {...props} />
}

/** The record's version when the form was opened, and any conflict. Conform preserves it, since the loader's may be newer. */
export function VersionField({
  field,
  conflict,
}: {
  field: FieldMetadata<number | undefined>
  conflict?: ConflictData
}) {
  const version = conflict?.version ?? field.initialValue
  return (
    <>
      {conflict && <ConflictNotice conflict={conflict} />}
      {version && <input type="hidden" name={field.name} value={version} />}
    </>
  )
}

function ConflictNotice({ conflict }: { conflict: ConflictData }) {
  const { by, at, version, differences } = conflict
  return (
    <AlertPanel tone="amber" title={`${by} changed this at ${formatTime(at)} on ${formatDay(at)}.`} news={version}>
      <p className="mt-2">What you typed is still here, but it is not saved yet.</p>
      {differences.map(({ label, now, typed }) => (
        <div key={label} className="mt-4 border-t border-stone pt-3">
          <h4>{label}</h4>
          <dl className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-2">
            <ConflictValue label="Now it says:" text={now} />
            <ConflictValue label="You typed:" text={typed} />
          </dl>
        </div>
      ))}
      <p className="mt-4 border-t border-stone pt-3">
        To save what you typed, press ‘{OVERWRITE_LABEL}’. To keep what it says now, press ‘Cancel’.
      </p>
    </AlertPanel>
  )
}
