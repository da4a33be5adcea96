// The six fixed cards of Resources for Families (/resources). Their links open in a new tab.

export type FamilyResourceCategory = 'HSE Services' | 'Advocacy' | 'Rights & Legal' | 'Planning & Support'

export type FamilyResourceIcon = 'heart-pulse' | 'users' | 'megaphone' | 'book-open' | 'scale' | 'phone'

export type FamilyResource = {
  id: number
  title: string
  description: string
  icon: FamilyResourceIcon
  link: { url: string; text: string }
  contact?: string
  category: FamilyResourceCategory
}

export const familyResourcesIntro =
  'These services can help families with everyday life, with rights and with plans for later. They are not part ' +
  'of {shortName}.'

export const familyResources: readonly FamilyResource[] = [
  {
    id: 1,
    title: 'HSE disability services',
    description:
      'The Health Service Executive (HSE) pays for day services, short breaks and therapy. To ask for a place in a ' +
      'day service, ring your local HSE disability office.',
    icon: 'heart-pulse',
    link: { url: 'https://www.hse.ie/', text: 'Visit the HSE website' },
    category: 'HSE Services',
  },
  {
    id: 2,
    title: 'Inclusion Ireland',
    description:
      'It stands up for people with intellectual disabilities all over Ireland, and for their families. ' +
      'Many of its guides are easy to read.',
    icon: 'users',
    link: { url: 'https://inclusionireland.ie/', text: 'Visit the Inclusion Ireland website' },
    category: 'Advocacy',
  },
  {
    id: 3,
    title: 'National Advocacy Service',
    description:
      'An advocate helps a person with a disability to say what they want and to be heard. ' +
      'The service is free and private. It has no ties to centres like ours.',
    icon: 'megaphone',
    link: { url: 'https://advocacy.ie/', text: 'Visit the National Advocacy Service website' },
    category: 'Advocacy',
  },
  {
    id: 4,
    title: 'Citizens Information',
    description:
      'Clear answers about payments, medical cards, free travel, housing and work. ' +
      'You can read it online, or talk to someone by phone or in a local office.',
    icon: 'book-open',
    link: { url: 'https://www.citizensinformation.ie/', text: 'Visit the Citizens Information website' },
    category: 'Rights & Legal',
  },
  {
    id: 5,
    title: 'Decision Support Service',
    description:
      'Every adult has the right to make their own decisions, with help if they want it. ' +
      'This public service explains the law, and the kinds of help that a person can choose.',
    icon: 'scale',
    link: { url: 'https://decisionsupportservice.ie/', text: 'Visit the Decision Support Service website' },
    category: 'Rights & Legal',
  },
  {
    id: 6,
    title: 'Family support',
    description:
      'Ring our office if you want to talk about your family member, a change at home or plans for later. ' +
      'For help with caring at home, Family Carers Ireland works all over the country.',
    icon: 'phone',
    link: { url: 'https://familycarers.ie/', text: 'Visit the Family Carers Ireland website' },
    contact: 'Family support at {shortName}: {phone}',
    category: 'Planning & Support',
  },
]
