import { useLocation } from '@remix-run/react'
import { listTypedFields, type ReturnedForm } from '~/domain/interrupted-forms/returned-form'
import { paths } from '~/paths'
import { Button, ButtonAnchor } from '~/ui/button'

/** The text that was typed into a form, to copy; nothing if there is none. */
export function TypedFields({ fields }: Pick<ReturnedForm, 'fields'>) {
  const typed = listTypedFields(fields)
  if (typed.length === 0) return null
  return (
    <>
      <h2>What you typed</h2>
      <ul className="mt-4 grid max-w-measure gap-4">
        {typed.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and values repeat.
          <li key={index} className="whitespace-pre-line break-words rounded border border-line bg-sand p-4">
            <span className="block font-bold">{label}</span>
            {value}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What was typed into a form that was sent without a log-in. It can be sent again after a log-in in another window. */
export function ReturnedFormPanel({ form: { fields, isPartial } }: { form: ReturnedForm }) {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={pathname + search} className="mt-8">
      {fields.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and names repeat.
        <input key={place} type="hidden" name={name} value={value} />
      ))}
      <TypedFields fields={fields} />
      {isPartial && <p className="mt-4">We will ask you again for passwords and files.</p>}
      <div className="mt-8 flex flex-wrap gap-4">
        <ButtonAnchor href={paths.portal} target="_blank" variant="secondary">
          Log in (opens a new window)
        </ButtonAnchor>
        <Button type="submit">Send again</Button>
      </div>
    </form>
  )
}
