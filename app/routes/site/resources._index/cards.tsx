import { Link } from '@remix-run/react'
import type { FamilyResource } from '~/domain/website/family-resources.server'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge'
import { useCentre } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { Icon, type IconName } from '~/ui/icon'
import { CategoryBadge } from '~/ui/lists/category-badge'
import { ExternalLink } from '~/ui/site/external-link'
import { WithPhoneLink } from '~/ui/site/phone-link'
import type { Category } from '~db/choices'

const symbols: Record<FamilyResource['icon'], IconName> = {
  'heart-pulse': 'heart-pulse',
  users: 'people',
  megaphone: 'notices',
  'book-open': 'resources',
  scale: 'scale',
  phone: 'phone',
}
const tones = {
  'HSE Services': 'river',
  Advocacy: 'moss',
  'Rights & Legal': 'amber',
  'Planning & Support': 'stone',
} as const satisfies Record<FamilyResource['category'], string>

export function FamilyResourceCard({ resource, id }: { resource: FamilyResource; id?: string }) {
  const { title, description, category, contact, icon, address, link } = resource
  return (
    <Card as="li" id={id} isSnug className="flex flex-col target:border-river">
      <div className="flex items-center justify-between gap-4">
        <Badge tone={tones[category]}>{category}</Badge>
        <Icon name={symbols[icon]} className="h-9 w-9 shrink-0 text-river" />
      </div>
      <h2 className="mt-2 text-h3 lg:mt-4">{title}</h2>
      <p className="mt-1 lg:mt-2">{description}</p>
      {contact && (
        <p className="mt-3">
          <WithPhoneLink>{contact}</WithPhoneLink>
        </p>
      )}
      <div className="mt-auto pt-3 lg:pt-4">
        <ExternalLink to={address}>{link}</ExternalLink>
      </div>
    </Card>
  )
}

export interface ResourceSummary {
  id: number
  title: string
  description: string | null
  category: Category
}

/** Public resources by tutors. */
export function TutorsResources({ resources }: { resources: ResourceSummary[] }) {
  const { shortName } = useCentre()
  return (
    <section aria-labelledby="tutors-resources" className="mt-8 lg:mt-16">
      <h2 id="tutors-resources">From {shortName}</h2>
      <p className="mt-2 max-w-measure">Written by our tutors. You can print each page.</p>
      <ul className="mt-4 grid gap-x-8 border-b border-line md:grid-cols-2 lg:mt-6 xl:grid-cols-3">
        {resources.map(({ id, title, description, category }) => (
          <li key={id} className="long-words border-t border-line py-4">
            <CategoryBadge category={category} />
            <h3 className="mt-2">
              <Link to={paths.resources.one(id)} className="inline-flex min-h-target items-center">
                {title}
              </Link>
            </h3>
            {description && <p className="mt-1">{description}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
