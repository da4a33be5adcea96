import type { FieldMetadata } from '@conform-to/react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { formatting } from '~/domain/formatting'
import type { Attachment } from '~/domain/newsletters/attachments.server'
import type { TextBlock } from '~/domain/newsletters/blocks'
import type { SafeHtml } from '~/domain/rich-text.server'
import { paths } from '~/paths'
import { useHydrated } from '~/ui/browser/external-store'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { NewsletterText } from '~/ui/site/newsletter-text'
import { RichText } from '~/ui/site/rich-text'
import { TextArea } from './field'
import { FormattingToolbar } from './formatting-toolbar'
import type { FieldProps } from './labelled'

/** Pause in typing before a preview, in milliseconds. */
const PREVIEW_DELAY = 400

/** The spec's hint for a text that may contain HTML. */
export const HTML_HINT = 'You can use basic HTML tags for formatting'
export const MARKDOWN_HELP =
  'Leave an empty line between paragraphs. Start a heading with ##, and each line of a list with -. Put ** before and after bold words. Write a link as its words in [ ], then its address in ( ).'

/** Help on formatting, folded away. Where Markdown is meant, it leaves out the HTML tags. */
export function FormattingHelp({ hasTags = true }: { hasTags?: boolean }) {
  return (
    <details className="rounded border border-line bg-paper">
      <summary className="flex min-h-control cursor-pointer items-center gap-2 rounded px-4 font-bold text-river hover:bg-tide">
        <Icon name="information" className="h-6 w-6 shrink-0" />
        Formatting help
      </summary>
      <div className="space-y-4 border-t border-line p-4">
        <p>{MARKDOWN_HELP}</p>
        {hasTags && <AllowedTags />}
      </div>
    </details>
  )
}

function AllowedTags() {
  return (
    <>
      <p>You can also use these HTML tags. All other tags are removed when you save, but the words inside them stay.</p>
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
    </>
  )
}

interface ServedText {
  served: SafeHtml | null
  advice: readonly string[]
}

interface PreviewResult<Shown> {
  shown: Shown | null
  advice: readonly string[]
}

/** Fetches the preview of `text` from /dashboard/preview after a pause in typing; starts with the served preview and advice. */
function usePreview<Shown>(
  text: string,
  served: Shown | null,
  servedAdvice: readonly string[],
  options: 'site' | `pictures=${string}` | '' = '',
): PreviewResult<Shown> {
  const [previewed, setPreviewed] = useState<PreviewResult<Shown>>({ shown: served, advice: servedAdvice })
  useEffect(() => {
    if (!text.trim()) return setPreviewed({ shown: null, advice: [] })
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const body = new URLSearchParams(options)
        body.set('content', text)
        // A Remix fetcher would reload the page's data, with a newer version of the record.
        const answer = await fetch(paths.dashboard.preview, {
          method: 'POST',
          body,
          signal: abort.signal,
          redirect: 'error',
        })
        if (answer.ok) setPreviewed(await answer.json())
      } catch {
        // The last preview stays.
      }
    }, PREVIEW_DELAY)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, options])
  return previewed
}

function Preview({ advice, children }: { advice: readonly string[]; children: ReactNode }) {
  const heading = useId()
  return (
    <>
      <Advice lines={advice} />
      <section aria-labelledby={heading} className="rounded border-2 border-dashed border-stone p-4">
        <p id={heading} className="mb-3 text-small font-bold text-ink-soft">
          Preview: this is how it will look
        </p>
        {children || <p className="text-ink-soft">There is nothing to show yet.</p>}
      </section>
    </>
  )
}

/** Suggestions to make a text easier to read. They do not prevent saving. */
export function Advice({ lines }: { lines: readonly string[] }) {
  const heading = useId()
  if (lines.length === 0) return null
  return (
    <section aria-labelledby={heading} className="rounded border border-amber bg-amber-tint p-4">
      <p id={heading} className="text-small font-bold text-amber">
        Could it be easier to read?
      </p>
      <ul className="list-disc pl-6">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** Reading advice on a plain text while it is written; without scripts `advice`, which PreviewButton requests. */
export function ReadingAdvice({ text, advice }: { text: string; advice?: readonly string[] }) {
  const { advice: lines } = usePreview<SafeHtml>(text, null, advice ?? [])
  const hydrated = useHydrated()
  if (!hydrated && advice?.length === 0) return <p>This text is easy to read. It is not saved yet.</p>
  return <Advice lines={lines} />
}

function HtmlPreview({ text, served, isSite, ...own }: ServedText & { text: string; isSite: boolean }) {
  const { shown, advice } = usePreview(text, served, own.advice, isSite ? 'site' : '')
  return <Preview advice={advice}>{shown && <RichText html={shown} />}</Preview>
}

/** Preview of a newsletter while it is written; without scripts `answer`, which PreviewButton requests. */
export function NewsletterPreview({
  text,
  attachments = [],
  answer,
}: {
  text: string
  attachments?: Attachment[]
  answer?: { blocks?: TextBlock[]; advice?: readonly string[] }
}) {
  const numbers = attachments.flatMap(({ picture }) => picture ?? []).join()
  const served = answer?.blocks ?? null
  const { shown: blocks, advice } = usePreview(text, served, answer?.advice ?? [], `pictures=${numbers}`)
  const hydrated = useHydrated()
  if (!text.trim() || (!hydrated && !served)) return null
  const missingDescriptions = attachments
    .filter(({ picture, alt }) => picture && !alt)
    .map(({ title }) => `“${title}” has no description for people who can’t see it.`)
  return (
    <Preview advice={[...advice, ...missingDescriptions]}>
      {blocks && <NewsletterText blocks={blocks} attachments={attachments} top={3} />}
    </Preview>
  )
}

interface HtmlFieldProps extends FieldProps {
  preview: SafeHtml | null
  advice?: readonly string[]
  isSite?: boolean
  hasHelp?: boolean
  children?: ReactNode
}

/**
 * A field for formatted text with help and a preview: live with scripts, otherwise `preview`, which PreviewButton requests.
 * Text for this website only (`isSite`) may link to its pages.
 */
export function HtmlField({ preview, advice = [], isSite = false, hasHelp = true, children, ...own }: HtmlFieldProps) {
  const { field } = own
  const hydrated = useHydrated()
  const text = (field as FieldMetadata<string>).value ?? ''
  return (
    <div className={children ? 'space-y-6' : 'space-y-3'}>
      <TextArea {...own} rows={8} tools={<FormattingToolbar area={field.id} />} />
      {children}
      {hasHelp && <FormattingHelp />}
      {hydrated && text.trim() ? (
        <HtmlPreview text={text} served={preview} advice={advice} isSite={isSite} />
      ) : (
        preview !== null && <Preview advice={advice}>{preview && <RichText html={preview} />}</Preview>
      )}
    </div>
  )
}

/** Without scripts, requests a preview without saving. Place it after the save button, which Enter presses. */
export function PreviewButton({ label = 'Preview' }: { label?: string }) {
  return useHydrated() ? null : (
    <Button name="preview" value="yes" variant="secondary" formNoValidate>
      {label}
    </Button>
  )
}

export function EasyReadField({ field }: Pick<FieldProps, 'field'>) {
  return (
    <TextArea
      field={field}
      label="Easy Read (optional)"
      hint="The same in easy words, for people who find reading hard. Write one idea a sentence, with at most twelve words. Leave an empty line between ideas."
      rows={4}
    />
  )
}
