import type { PhotoUse } from '~db/choices'

/** The uses as tutors read them: in a list, and after 'photos' in a sentence. */
export const useNames: Record<PhotoUse, { label: string; where: string }> = {
  gallery: { label: 'In the portal', where: 'in the portal' },
  website: { label: 'On the website', where: 'on the website' },
  newsletter: { label: 'In the newsletter', where: 'in the newsletter' },
  print: { label: 'In print', where: 'in print' },
  home: { label: 'At home', where: 'at home' },
}

export const USE_EXPLANATIONS: Record<PhotoUse, string> = {
  gallery: 'Students and tutors see it here in the portal.',
  website: 'Anyone can see it.',
  newsletter: 'It goes out by email. It is on our news page too.',
  print: 'It is on paper. Think of a poster or a leaflet.',
  home: 'The families of the people in it can see it.',
}

/** The Easy Read sheet, before and after the five uses: one line an idea. */
export const SHEET_TEXT = {
  before: [
    'We take photos here. You may be in them.',
    'They are photos of you. So you choose.',
    'You can say yes. You can say no. Both are fine.',
    'You can ask someone to help you.',
  ],
  after: [
    'A yes lasts for one year. Then we ask you again.',
    'You can change your mind. Tell a tutor.',
    'Then we take your photos down.',
    'We cannot take back paper and emails.',
  ],
}

/** What students read after they withdraw a yes. */
export const WITHDRAWN_TEXT = {
  print: 'We will not print more photos of you. We cannot take back paper.',
  home: 'We do not show photos of you at home.',
  named: 'We have taken down the photos with your name.',
  notNamed: 'No photo there has your name.',
  /** Browsers cache pictures of the website for an hour. */
  cached: 'Some phones may show them for one more hour.',
  emails: 'We cannot take back emails.',
  unnamed: 'Some photos have no names yet. We ask the tutors to check them.',
}

/** The current answer about one use: 'again' once a yes has ended. */
export const consentStates = ['yes', 'no', 'withdrawn', 'again', 'not asked'] as const
export type ConsentState = (typeof consentStates)[number]

export const stateNames: Record<ConsentState, string> = {
  yes: 'Yes',
  no: 'No',
  withdrawn: 'Withdrawn',
  again: 'Ask again',
  'not asked': 'Not asked',
}

/**
 * The kinds of pictures that can show people: shared files and gallery photos, pictures of the website,
 * pictures of newsletters, photos of steps and of answers.
 */
export const pictureKinds = ['file', 'website', 'newsletter', 'step', 'answer'] as const
export type PictureKind = (typeof pictureKinds)[number]

export const photoUseByKind: Record<PictureKind, PhotoUse> = {
  file: 'gallery',
  website: 'website',
  newsletter: 'newsletter',
  // A public guide's photos also need a yes to the website (domain/guides).
  step: 'gallery',
  answer: 'gallery',
}

const listFormat = new Intl.ListFormat('en-IE')

/** 'Daniel has not said yes to photos on the website.', for one name or several. */
export function formatMissingYes(names: readonly string[], use: PhotoUse): string {
  return `${listFormat.format(names)} ${names.length === 1 ? 'has' : 'have'} not said yes to photos ${useNames[use].where}.`
}

/** '1 picture', '14 pictures'. */
export const formatPictureCount = (number: number) => (number === 1 ? '1 picture' : `${number} pictures`)

/** '14 pictures on the website have no names yet.' */
export const formatUnnamedCount = (number: number, use: PhotoUse) =>
  `${formatPictureCount(number)} ${useNames[use].where} ${number === 1 ? 'has' : 'have'} no names yet.`

/** Hides a picture even if everyone else in it said yes. */
export const SHOWS_ERASED = 'This picture shows someone whose data was erased. Please delete it.'
