import {
  type DefaultValue,
  type FieldMetadata,
  type FormMetadata,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from './icon'

/** A form's rules as Conform runs them: FormData in, a submission out. */
export type Rules = (formData: FormData) => ReturnType<NonNullable<Parameters<typeof useForm>[0]['onValidate']>>

/**
 * Conform for one of our forms. The rules live on the server; `loadRules` brings the same ones to the browser once somebody
 * starts to fill the form in, so that a page does not send zod to people who only read it. Without them (or without
 * scripts) the server's answer, `result`, shows the same messages.
 */
export function useRiverbankForm<Schema extends Record<string, unknown>>(options: {
  id: string
  result?: SubmissionResult<string[]> | null
  defaultValue?: DefaultValue<Schema>
  loadRules?: () => Promise<Rules>
}) {
  const [rules, setRules] = useState<Rules>()
  const { id, result, defaultValue, loadRules } = options
  const load = useRef(loadRules)
  useEffect(() => {
    const form = document.getElementById(id)
    const start = () =>
      void load.current?.().then(
        (loaded) => setRules(() => loaded),
        () => undefined,
      )
    form?.addEventListener('focusin', start, { once: true })
    return () => form?.removeEventListener('focusin', start)
  }, [id])
  return useForm<Schema>({
    id,
    lastResult: result,
    defaultValue,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: rules && (({ formData }) => rules(formData) as never),
  })
}

interface ErrorSummaryProps {
  form: Pick<FormMetadata<Record<string, unknown>>, 'id' | 'errors'>
  fields: FieldMetadata<unknown>[]
  title?: string
}

/**
 * What was refused, as links to the fields; without scripts the page opens at it (autofocus), with them it is announced.
 * WCAG 3.3.1, and GOV.UK's error summary as a pattern.
 */
export function ErrorSummary({ form, fields, title = 'Please check this form' }: ErrorSummaryProps) {
  const refused = fields.filter((field) => field.errors)
  if (refused.length === 0 && !form.errors) return null
  return (
    <div
      role="alert"
      id={`${form.id}-errors`}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without scripts nothing else can bring the reader to what went wrong
      autoFocus
      className="rounded border-2 border-brick bg-brick-tint p-4"
    >
      <h3 className="flex items-center gap-2 text-brick">
        <Icon name="warning" className="h-6 w-6 shrink-0" />
        {title}
      </h3>
      <ul className="mt-2 space-y-1">
        {form.errors?.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {refused.map((field) => (
          <li key={field.id}>
            <a href={`#${field.id}`} className="font-bold text-brick">
              {field.errors?.[0]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
