import { Form } from '@remix-run/react'
import { useId } from 'react'
import { Button } from './button'
import { classes } from './classes'
import { Link } from './link'

/**
 * A search over a list. It is a GET form: its address can be bookmarked, and it works without scripts. `kept` are other parameters
 * of the address that stay, `all` is where the whole list is, and `showAll` the words of a link that leads there.
 */
export function SearchForm({
  text,
  label,
  all,
  showAll,
  kept = {},
  className,
}: {
  text: string
  label: string
  all: string
  showAll?: string
  kept?: Record<string, string>
  className?: string
}) {
  const id = useId()
  return (
    <Form
      role="search"
      action={all}
      preventScrollReset
      className={classes('flex flex-wrap items-end gap-3', className)}
    >
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="min-w-0 grow basis-40 space-y-1 sm:max-w-sm">
        <label htmlFor={id} className="block font-bold">
          {label}
        </label>
        <input
          key={text}
          id={id}
          name="search"
          type="search"
          defaultValue={text}
          maxLength={200}
          autoComplete="off"
          className="block min-h-control w-full rounded-sm border-2 border-stone bg-white px-3 py-2"
        />
      </div>
      <Button look="secondary">Search</Button>
      {text && showAll && (
        <Link
          to={`${all}?${new URLSearchParams(kept)}`.replace(/\?$/, '')}
          preventScrollReset
          className="flex min-h-control items-center"
        >
          {showAll}
        </Link>
      )}
    </Form>
  )
}
