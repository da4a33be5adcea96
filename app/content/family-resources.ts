const intro =
  'These services can help families with everyday life, with rights and with plans for later. They are not part ' +
  'of {shortName}.'

const items = [
  {
    title: 'HSE disability services',
    description:
      'The Health Service Executive (HSE) pays for day services, short breaks and therapy. To ask for a place in a ' +
      'day service, ring your local HSE disability office.',
    icon: 'heart-pulse' as const,
    address: 'https://www.hse.ie/',
    link: 'Visit the HSE website',
    category: 'HSE Services' as const,
    contact: '',
  },
  {
    title: 'Inclusion Ireland',
    description:
      'It stands up for people with intellectual disabilities all over Ireland, and for their families. ' +
      'Many of its guides are easy to read.',
    icon: 'users' as const,
    address: 'https://inclusionireland.ie/',
    link: 'Visit the Inclusion Ireland website',
    category: 'Advocacy' as const,
    contact: '',
  },
  {
    title: 'National Advocacy Service',
    description:
      'An advocate helps a person with a disability to say what they want and to be heard. ' +
      'The service is free and private. It has no ties to centres like ours.',
    icon: 'megaphone' as const,
    address: 'https://advocacy.ie/',
    link: 'Visit the National Advocacy Service website',
    category: 'Advocacy' as const,
    contact: '',
  },
  {
    title: 'Citizens Information',
    description:
      'Clear answers about payments, medical cards, free travel, housing and work. ' +
      'You can read it online, or talk to someone by phone or in a local office.',
    icon: 'book-open' as const,
    address: 'https://www.citizensinformation.ie/',
    link: 'Visit the Citizens Information website',
    category: 'Rights & Legal' as const,
    contact: '',
  },
  {
    title: 'Decision Support Service',
    description:
      'Every adult has the right to make their own decisions, with help if they want it. ' +
      'This public service explains the law, and the kinds of help that a person can choose.',
    icon: 'scale' as const,
    address: 'https://decisionsupportservice.ie/',
    link: 'Visit the Decision Support Service website',
    category: 'Rights & Legal' as const,
    contact: '',
  },
  {
    title: 'Family support',
    description:
      'Ring our office if you want to talk about your family member, a change at home or plans for later. ' +
      'For help with caring at home, Family Carers Ireland works all over the country.',
    icon: 'phone' as const,
    address: 'https://familycarers.ie/',
    link: 'Visit the Family Carers Ireland website',
    contact: 'Family support at {shortName}: {phone}',
    category: 'Planning & Support' as const,
  },
]

export const familyResourcesContent = {
  intro: { heading: 'Resources for Families', text: intro },
  needs: {
    heading: 'What do you need?',
    hse: 'Care, therapy or a place in a day service',
    advocacy: 'Someone to speak up for us',
    rights: 'Our rights, money and the law',
    planning: 'Someone to talk to, and plans for later',
  },
  cards: { items },
  search: {
    description:
      'Services for families of adults with intellectual disabilities in Ireland: support, advocacy, rights and plans for later.',
  },
}
