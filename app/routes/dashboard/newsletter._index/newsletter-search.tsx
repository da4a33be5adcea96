import { SearchForm } from '~/ui/lists/search-form'

/** The search, which says how many newsletters match. */
export function NewsletterSearch({ text, found }: { text: string; found: number }) {
  return (
    <>
      <SearchForm text={text} label="Search by title or words" all="/dashboard/newsletter" showAll="Show all" />
      <p className="my-4" role="status">
        {text && (found === 0 ? `No newsletter matches ‘${text}’.` : matches(found, text))}
      </p>
    </>
  )
}

const matches = (found: number, text: string) =>
  found === 1 ? `1 newsletter matches ‘${text}’` : `${found} newsletters match ‘${text}’`
