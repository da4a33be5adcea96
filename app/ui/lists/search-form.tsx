import { Form } from '@remix-run/react'
import { useId } from 'react'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Link } from '~/ui/link'

/**
 * Searches a list by GET. `preserved` are query parameters to send along, `all` is the path of the full list, `showAll` the
 * text of a link to it.
 */
export function SearchForm({
  text,
  label,
  all,
  showAll,
  preserved = {},
  className,
}: {
  text: string
  label: string
  all: string
  showAll?: string
  preserved?: Record<string, string>
  className?: string
}) {
  const id = useId()
  return (
    <Form
      role="search"
      action={all}
      preventScrollReset
      className={classes('flex flex-wrap items-center gap-x-3 gap-y-1', className)}
    >
      {Object.entries(preserved).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="basis-full font-bold lg:basis-auto">
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
        className="min-h-control min-w-0 grow basis-40 rounded-sm border-2 border-stone bg-white px-3 py-2 sm:max-w-sm"
      />
      <Button variant="secondary">Search</Button>
      {text && showAll && (
        <Link
          to={`${all}?${new URLSearchParams(preserved)}`.replace(/\?$/, '')}
          preventScrollReset
          className="flex min-h-control items-center"
        >
          {showAll}
        </Link>
      )}
    </Form>
  )
}
