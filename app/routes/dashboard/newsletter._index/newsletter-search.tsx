import { Form, Link } from '@remix-run/react'
import { Button } from '~/ui/button'

/** The search is a GET form: its address can be bookmarked, and it works without scripts. Says how many newsletters match. */
export function NewsletterSearch({ text, found }: { text: string; found: number }) {
  return (
    <>
      <Form role="search" preventScrollReset className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow space-y-1 sm:max-w-sm">
          <label htmlFor="newsletter-search" className="block font-bold">
            Search by title or words
          </label>
          <input
            key={text}
            id="newsletter-search"
            name="search"
            type="search"
            defaultValue={text}
            maxLength={200}
            autoComplete="off"
            className="block min-h-control w-full rounded-sm border-2 border-stone bg-white px-3 py-2"
          />
        </div>
        <Button look="secondary">Search</Button>
        {text && (
          <Link to="/dashboard/newsletter" preventScrollReset className="flex min-h-control items-center">
            Show all
          </Link>
        )}
      </Form>
      <p className="my-4" role="status">
        {text && (found === 0 ? `No newsletter matches ‘${text}’.` : matches(found, text))}
      </p>
    </>
  )
}

const matches = (found: number, text: string) =>
  found === 1 ? `1 newsletter matches ‘${text}’` : `${found} newsletters match ‘${text}’`
