import { Link } from '@remix-run/react'
import { useCentre } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { CategoryBadge } from '~/ui/lists/category-badge'
import type { Category } from '~db/choices'

export interface Shown {
  id: number
  title: string
  description: string | null
  category: Category
}

/** The public resources; each links to its page. */
export function TutorsResources({ resources }: { resources: Shown[] }) {
  const { shortName } = useCentre()
  return (
    <section aria-labelledby="tutors-resources" className="mt-12 lg:mt-16">
      <h2 id="tutors-resources">From {shortName}</h2>
      <p className="mt-2 max-w-measure">Written by our tutors. You can print each page.</p>
      <ul className="mt-6 grid gap-6 md:grid-cols-2 lg:gap-8 xl:grid-cols-3">
        {resources.map(({ id, title, description, category }) => (
          <Card key={id} as="li" className="flex flex-col items-start">
            <CategoryBadge category={category} />
            <h3 className="mt-4 w-full">{title}</h3>
            {description && <p className="mt-2 w-full">{description}</p>}
            <p className="mt-auto pt-4">
              <Link to={`/resources/${id}`} className="inline-flex min-h-target items-center font-bold">
                <span>
                  Read more<span className="sr-only"> about {title}</span>
                </span>
              </Link>
            </p>
          </Card>
        ))}
      </ul>
    </section>
  )
}
