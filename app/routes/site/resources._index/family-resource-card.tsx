import type { FamilyResource } from '~/domain/website/family-resources.server'
import { Badge } from '~/ui/badge'
import { useCentre } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { Icon, type IconName } from '~/ui/icon'
import { ExternalLink } from '~/ui/site/external-link'
import { PhoneLink } from '~/ui/site/phone-link'

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

/** A text in which the centre's telephone number is a link. */
function WithPhoneLink({ text }: { text: string }) {
  const { phone } = useCentre()
  const at = text.indexOf(phone)
  if (at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <PhoneLink />
      {text.slice(at + phone.length)}
    </>
  )
}

/** One service for families, with its link. */
export function FamilyResourceCard({ resource, id }: { resource: FamilyResource; id?: string }) {
  const { title, description, category, contact, icon, address, link } = resource
  return (
    <Card as="li" id={id} className="flex flex-col target:border-river">
      <div className="flex items-center justify-between gap-4">
        <Badge tone={tones[category]}>{category}</Badge>
        <Icon name={symbols[icon]} className="h-9 w-9 shrink-0 text-river" />
      </div>
      <h2 className="mt-4 text-h3">{title}</h2>
      <p className="mt-2">{description}</p>
      {contact && (
        <p className="mt-3">
          <WithPhoneLink text={contact} />
        </p>
      )}
      <div className="mt-auto pt-4">
        <ExternalLink to={address}>{link}</ExternalLink>
      </div>
    </Card>
  )
}
