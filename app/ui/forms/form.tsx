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
import { useRefusedForm } from '~/ui/browser/refused-forms'
import { AlertPanel } from '~/ui/dialogs/alert-panel'
import type { StoredDraft } from './draft'
import { PostForm, useInterrupted } from './post-form'
import type { Check } from './validate'

/** Reads each property once: Conform makes it anew at each reading, to render what changes; the server renders once. */
function readOnce<Whole extends object>(whole: Whole, read: (value: unknown) => unknown = (value) => value): Whole {
  const known = new Map<PropertyKey, unknown>()
  return new Proxy(whole, {
    get: (_, name) => {
      if (!known.has(name)) known.set(name, read(Reflect.get(whole, name)))
      return known.get(name)
    },
  })
}

/**
 * Conform's form for this site. The server judges; `rules` loads the same rules once somebody fills the form in, so
 * that readers don't download zod.
 */
export function useRiverbankForm<Schema extends Record<string, unknown>>(options: {
  id: string
  result?: SubmissionResult<string[]> | null
  defaultValue?: DefaultValue<Schema>
  rules?: () => Promise<ZodType>
  /** Checks the form in the browser without rules. */
  validate?: Check
  intent?: string
  draft?: StoredDraft
}) {
  const [check, setCheck] = useState<Check>()
  const { id, result, defaultValue, intent } = options
  const interrupted = useInterrupted(intent)?.fields
  const load = useRef(options.rules)
  useEffect(() => {
    const form = document.getElementById(id)
    const start = () => {
      if (!load.current) return
      Promise.all([import('./validate'), load.current()]).then(
        ([{ checkBy }, rules]) => setCheck(() => checkBy(rules)),
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
    // Without rules in the browser Conform would ask the server at every keystroke.
    shouldRevalidate: check ? 'onInput' : 'onSubmit',
    onValidate: inBrowser && (({ formData }) => inBrowser(formData) as never),
  })
  if (!import.meta.env.SSR) return [form, fields] as const
  return [readOnce(form), readOnce(fields, (field) => readOnce(Object(field)))] as const
}

type Submit = (event: FormEvent<HTMLFormElement>) => void

/** Validates with Conform's own handler first; calls `submit` when the form is valid. */
export function checkedFirst(check: Submit, submit: Submit): Submit {
  return (event) => {
    check(event)
    if (!event.defaultPrevented) submit(event)
  }
}

interface ErrorSummaryProps {
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'id' | 'errorId' | 'errors' | 'allErrors'>
  /** In their order; without them, in the order of its rules. */
  fields?: Pick<FieldMetadata<unknown>, 'id' | 'name' | 'errors'>[]
  title?: string
  /** What a field is called by its name, where a form may say the same of several. */
  called?: (name: string) => string | undefined
}

/** A message with what its field is called before it, unless it says so itself. */
const inSummary = (message = '', called = '') =>
  called === '' || message.includes(`‘${called}’`) ? message : `${called}: ${message}`

/** The fields of a form that have errors. */
const fieldsIn = ({ id, allErrors }: Pick<FormMetadata, 'id' | 'allErrors'>) =>
  Object.entries(allErrors)
    .filter(([name]) => name !== '')
    .map(([name, errors]) => ({ id: `${id}-${name}`, name, errors: errors as string[] | undefined }))

/** The errors as links to their fields; a served page opens here (WCAG 3.3.1, GOV.UK's error summary). */
export function ErrorSummary({ form, fields, title = 'Please check this form', called }: ErrorSummaryProps) {
  const refused = (fields ?? fieldsIn(form)).filter((field) => field.errors)
  const isRefused = refused.length > 0 || Boolean(form.errors)
  useRefusedForm(isRefused)
  if (!isRefused) return null
  return (
    // Conform focuses the first invalid field; for an error of the whole form, the pressed button may be gone.
    <AlertPanel id={form.errorId} title={title} news={form.errors?.join()}>
      <ul className="mt-2 space-y-1">
        {form.errors?.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {refused.map((field) => (
          <li key={field.id}>
            <a href={`#${field.id}`} className="inline-flex min-h-target items-center font-bold text-brick">
              {inSummary(field.errors?.[0], called?.(field.name))}
            </a>
          </li>
        ))}
      </ul>
    </AlertPanel>
  )
}

/** A PostForm whose words are checked: what is wrong with them stands first. */
export function CheckedForm<Fields extends Record<string, unknown>>({
  form,
  fields,
  errorTitle,
  children,
  ...props
}: ComponentProps<typeof PostForm> &
  Pick<ErrorSummaryProps, 'fields'> & {
    form: FormMetadata<Fields, string[]>
    /** The title of what is wrong. */
    errorTitle?: string
  }) {
  return (
    <PostForm {...getFormProps(form)} {...props}>
      <ErrorSummary form={form} fields={fields} title={errorTitle} />
      {children}
    </PostForm>
  )
}
