import type { FieldMetadata } from '@conform-to/react'
import { useEffect, useId, useState } from 'react'
import { formatting } from '~/domain/formatting'
import type { SafeHtml } from '~/domain/rich-text.server'
import { useHydrated } from '~/ui/browser/hydrated'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { RichText } from '~/ui/site/rich-text'
import { TextArea } from './field'
import { FormattingToolbar } from './formatting-toolbar'
import type { FieldProps } from './labelled'

/** In milliseconds: the preview waits for a pause in typing. */
const REST = 400

function FormattingHelp() {
  return (
    <details className="rounded border border-line bg-paper">
      <summary className="flex min-h-control cursor-pointer items-center gap-2 rounded px-4 font-bold text-river hover:bg-tide">
        <Icon name="information" className="h-6 w-6 shrink-0" />
        Formatting help
      </summary>
      <div className="space-y-4 border-t border-line p-4">
        <p>
          You don’t need any tags for paragraphs and lists. Leave an empty line between two paragraphs. Begin each line
          of a list with - or 1.
        </p>
        <p>You can use these tags. Any others are removed when you save, but the words inside them stay.</p>
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {formatting.map(({ use, tags, example }) => (
            <div key={use} className="min-w-0">
              <dt className="font-bold">{use}</dt>
              <dd className="text-small text-ink-soft">{tags.join(', ')}</dd>
              <dd>
                <code className="mt-1 block whitespace-pre-wrap break-words rounded-sm bg-sand px-2 py-1 text-small">
                  {example}
                </code>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  )
}

/** The sanitised HTML of `text` from the server, after a pause in typing; `served` until then. */
function useSafeHtml(text: string, served: SafeHtml): SafeHtml {
  const [html, setHtml] = useState(served)
  useEffect(() => {
    if (text === served) return setHtml(served)
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const body = new URLSearchParams({ content: text })
        // A Remix fetcher would reload the page's data, and with it a newer version of the record.
        const answer = await fetch('/dashboard/preview', {
          method: 'POST',
          body,
          signal: abort.signal,
          redirect: 'error',
        })
        if (answer.ok) setHtml((await answer.json()).html)
      } catch {
        // The preview stays as it was.
      }
    }, REST)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, served])
  return html
}

function Preview({ html }: { html: SafeHtml }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded border-2 border-dashed border-stone p-4">
      <p id={heading} className="mb-3 text-small font-bold text-ink-soft">
        Preview: this is how it will look
      </p>
      {html ? <RichText html={html} /> : <p className="text-ink-soft">There is nothing to show yet.</p>}
    </section>
  )
}

function LivePreview({ text, served }: { text: string; served: SafeHtml }) {
  return <Preview html={useSafeHtml(text, served)} />
}

/** A field for HTML with help and a preview: live with scripts, else `preview`, which PreviewButton asks for. */
export function HtmlField({ preview, hint, ...own }: FieldProps & { preview: SafeHtml | null }) {
  const { field } = own
  const hydrated = useHydrated()
  const text = (field as FieldMetadata<string>).value ?? ''
  return (
    <div className="space-y-3">
      <TextArea
        {...own}
        hint={[hint, 'You can use basic HTML tags for formatting'].filter(Boolean).join(' ')}
        rows={8}
        tools={<FormattingToolbar area={field.id} marking="html" />}
      />
      <FormattingHelp />
      {hydrated && text.trim() ? (
        <LivePreview text={text} served={preview ?? ('' as SafeHtml)} />
      ) : (
        preview !== null && <Preview html={preview} />
      )}
    </div>
  )
}

/** Without scripts: submits the form for a preview, not to be saved. It comes after the save button, which Enter presses. */
export function PreviewButton() {
  return useHydrated() ? null : (
    <Button name="preview" value="yes" variant="secondary" formNoValidate>
      Preview
    </Button>
  )
}
