import { paths } from '~/paths'
import { GUIDE_ID } from '~/routes/parts/guides/step-address'
import { Link } from '~/ui/link'

/** How many guides a student's first screen lists before the link to all. */
export const MOST_GUIDES = 3

/** Links to the steps of a student. */
export function GuideLinks({ guides }: { guides: { id: number; title: string }[] }) {
  if (guides.length === 0) return null
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">Steps</h2>
      <ul className="flex flex-wrap gap-x-8">
        {guides.slice(0, MOST_GUIDES).map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`${paths.dashboard.steps.one(id)}#${GUIDE_ID}`}
              className="inline-flex min-h-control items-center font-bold"
            >
              {title}
            </Link>
          </li>
        ))}
        {guides.length > MOST_GUIDES && (
          <li>
            <Link to={paths.dashboard.steps.list} className="inline-flex min-h-control items-center font-bold">
              All steps
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
