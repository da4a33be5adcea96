import { useFetcher, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { UNDO_PLACE } from '~/ui/browser/root-data'
import { MessageBox, MessageTarget, useMessageAt } from '~/ui/dialogs/message'
import { Link } from '~/ui/link'
import { PostForm } from './post-form'
import { SubmitButton } from './submit-button'

/** A message with Undo at the top of a screen. It stays while Undo is being sent, and if sending fails. */
export function UndoMessage() {
  const message = useMessageAt(UNDO_PLACE)
  const { key } = useLocation()
  const [last, setLast] = useState({ message, key })
  if (message && message !== last.message) setLast({ message, key })
  const fetcherKey = `undo ${last.message?.title}`
  const { formData, data } = useFetcher<{ failed?: unknown }>({ key: fetcherKey })
  const isUnfinished = last.key === key && Boolean(formData || data?.failed)
  const shown = message ?? (isUnfinished ? last.message : null)
  if (!shown?.undo) return null
  const { undo, link, place: _, ...words } = shown
  return (
    <div className="no-print mb-4">
      <MessageTarget key={words.title} id={UNDO_PLACE}>
        <MessageBox {...words} isAnnounced={false}>
          <PostForm
            action={undo.action}
            navigate={false}
            fetcherKey={fetcherKey}
            failure="Failed to undo it"
            isTyped={false}
            className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2"
          >
            {Object.entries(undo.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <SubmitButton variant="secondary" submitLabel="Undo" pendingLabel="Saving..." about={undo.about} />
            {link && (
              <Link to={link.to} className="inline-flex min-h-control items-center font-bold">
                {link.label}
              </Link>
            )}
          </PostForm>
        </MessageBox>
      </MessageTarget>
    </div>
  )
}
