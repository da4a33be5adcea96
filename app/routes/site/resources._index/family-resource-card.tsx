import type { FamilyResource, FamilyResourceCategory, FamilyResourceIcon } from '~/content/family-resources'
import { fill } from '~/content/fill'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { ExternalLink } from '~/ui/external-link'
import { Icon, type IconName } from '~/ui/icon'
import { PhoneLink } from '~/ui/phone-link'
import { useCentre } from '~/ui/root-data'

const symbols: Record<FamilyResourceIcon, IconName> = {
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
} as const satisfies Record<FamilyResourceCategory, string>

/** One service for families, with its link. */
export function FamilyResourceCard({ resource }: { resource: FamilyResource }) {
  const centre = useCentre()
  const { title, description, category, contact, icon, link } = resource
  return (
    <Card as="li" className="flex flex-col">
      <div className="flex items-center justify-between gap-4">
        <Badge tone={tones[category]}>{category}</Badge>
        <Icon name={symbols[icon]} className="h-9 w-9 shrink-0 text-river" />
      </div>
      <h2 className="mt-4 text-h3">{title}</h2>
      <p className="mt-2">{description}</p>
      {contact && (
        <p className="mt-3">
          {fill(contact.replace('{phone}', ''), centre)} <PhoneLink />
        </p>
      )}
      <div className="mt-auto pt-4">
        <ExternalLink to={link.url}>{link.text}</ExternalLink>
      </div>
    </Card>
  )
}
