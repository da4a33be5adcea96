import {
  type DefaultValue,
  type FieldMetadata,
  type FormMetadata,
  getFormProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import type { ZodType } from 'zod'
import { useCountRefusedForm } from '~/ui/browser/refused-forms'
import { AlertPanel } from '~/ui/dialogs/alert-panel'
import type { DraftState } from './draft'
import { PostForm, useInterruptedForm } from './post-form'
import type { FormValidator } from './validate'

/** Caches each property: Conform recomputes it at every read to track changes, but the server renders only once. */
function memoizeReads<Whole extends object>(whole: Whole, read: (value: unknown) => unknown = (value) => value): Whole {
  const known = new Map<PropertyKey, unknown>()
  return new Proxy(whole, {
    get: (_, name) => {
      if (!known.has(name)) known.set(name, read(Reflect.get(whole, name)))
      return known.get(name)
    },
  })
}

/**
 * Conform's form for this site. The server validates; `rules` loads the same rules at the first focus, so that readers
 * don't download zod.
 */
export function useSiteForm<Schema extends Record<string, unknown>>(options: {
  id: string
  result?: SubmissionResult<string[]> | null
  defaultValue?: DefaultValue<Schema>
  rules?: () => Promise<ZodType>
  /** Validates in the browser without `rules`. */
  validate?: FormValidator
  intent?: string
  draft?: DraftState
}) {
  const [check, setCheck] = useState<FormValidator>()
  const { id, result, defaultValue, intent } = options
  const interrupted = useInterruptedForm(intent)?.fields
  const load = useRef(options.rules)
  useEffect(() => {
    const form = document.getElementById(id)
    const start = () => {
      if (!load.current) return
      Promise.all([import('./validate'), load.current()]).then(
        ([{ createValidator }, rules]) => setCheck(() => createValidator(rules)),
        () => undefined,
      )
    }
    form?.addEventListener('focusin', start, { once: true })
    return () => form?.removeEventListener('focusin', start)
  }, [id])
  const inBrowser = check ?? options.validate
  const [form, fields] = useForm<Schema>({
    id,
    lastResult: result,
    defaultValue: ((interrupted ?? options.draft?.words) as DefaultValue<Schema> | undefined) ?? defaultValue,
    shouldValidate: 'onSubmit',
    // Without rules in the browser, Conform would call the server at every keystroke.
    shouldRevalidate: check ? 'onInput' : 'onSubmit',
    onValidate: inBrowser && (({ formData }) => inBrowser(formData) as never),
  })
  if (!import.meta.env.SSR) return [form, fields] as const
  return [memoizeReads(form), memoizeReads(fields, (field) => memoizeReads(Object(field)))] as const
}

type SubmitHandler = (event: FormEvent<HTMLFormElement>) => void

/** Runs Conform's validation, then calls `submit` if the form is valid. */
export function validateFirst(check: SubmitHandler, submit: SubmitHandler): SubmitHandler {
  return (event) => {
    check(event)
    if (!event.defaultPrevented) submit(event)
  }
}

interface ErrorSummaryProps {
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'id' | 'errorId' | 'errors' | 'allErrors'>
  /** In display order; by default in the order of the rules. */
  fields?: Pick<FieldMetadata<unknown>, 'id' | 'name' | 'errors'>[]
  title?: string
  /** Returns a field's label by its name, for forms where several fields have the same message. */
  getFieldLabel?: (name: string) => string | undefined
}

/** Puts the field's label before a message, unless it contains it. */
const formatSummaryLine = (message = '', label = '') =>
  label === '' || message.includes(`‘${label}’`) ? message : `${label}: ${message}`

const listInvalidFields = ({ id, allErrors }: Pick<FormMetadata, 'id' | 'allErrors'>) =>
  Object.entries(allErrors)
    .filter(([name]) => name !== '')
    .map(([name, errors]) => ({ id: `${id}-${name}`, name, errors: errors as string[] | undefined }))

/** Errors as links to their fields; a served page opens here (WCAG 3.3.1, GOV.UK's error summary). */
export function ErrorSummary({ form, fields, title = 'Please check this form', getFieldLabel }: ErrorSummaryProps) {
  const refused = (fields ?? listInvalidFields(form)).filter((field) => field.errors)
  const isRefused = refused.length > 0 || Boolean(form.errors)
  useCountRefusedForm(isRefused)
  if (!isRefused) return null
  return (
    // Conform focuses the first invalid field. For an error of the whole form, the pressed button may be gone.
    <AlertPanel id={form.errorId} title={title} news={form.errors?.join()}>
      <ul className="mt-2 space-y-1">
        {form.errors?.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {refused.map((field) => (
          <li key={field.id}>
            <a href={`#${field.id}`} className="inline-flex min-h-target items-center font-bold text-brick">
              {formatSummaryLine(field.errors?.[0], getFieldLabel?.(field.name))}
            </a>
          </li>
        ))}
      </ul>
    </AlertPanel>
  )
}

export function ValidatedForm<Fields extends Record<string, unknown>>({
  form,
  fields,
  errorTitle,
  children,
  ...props
}: ComponentProps<typeof PostForm> &
  Pick<ErrorSummaryProps, 'fields'> & {
    form: FormMetadata<Fields, string[]>
    errorTitle?: string
  }) {
  return (
    <PostForm hasErrorSummary {...getFormProps(form)} {...props}>
      <ErrorSummary form={form} fields={fields} title={errorTitle} />
      {children}
    </PostForm>
  )
}
