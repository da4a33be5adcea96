import type { PhotoUse } from '~db/choices'

/** The uses as tutors read them, in a list and at the end of 'photos …'. */
export const useNames: Record<PhotoUse, { label: string; where: string }> = {
  gallery: { label: 'In the portal', where: 'in the portal' },
  website: { label: 'On the website', where: 'on the website' },
  newsletter: { label: 'In the newsletter', where: 'in the newsletter' },
  print: { label: 'In print', where: 'in print' },
}

export const USE_EXPLANATIONS: Record<PhotoUse, string> = {
  gallery: 'Students and tutors see it here in the portal.',
  website: 'All the world can see it.',
  newsletter: 'It goes out by email. It is on our news page too.',
  print: 'It is on paper. Think of a poster or a leaflet.',
}

/** The Easy Read sheet, before and after the four uses: a line for each idea. */
export const SHEET_TEXT = {
  before: [
    'We take photos here. You may be in them.',
    'They are photos of you. So you choose.',
    'You can say yes. You can say no. Both are fine.',
    'You can ask somebody to help you.',
  ],
  after: [
    'A yes lasts for one year. Then we ask you again.',
    'You can change your mind. Tell a tutor.',
    'Then we take your photos away.',
    'We cannot take back paper and emails.',
  ],
}

/** What students read once they took a yes back. */
export const WITHDRAWN_TEXT = {
  print: 'We will not print more photos of you. We cannot take back paper.',
  named: 'We took away the photos with your name.',
  notNamed: 'No photo there has your name.',
  emails: 'We cannot take back emails.',
  unnamed: 'Some photos have no names yet. We ask the tutors to check them.',
}

/** How things stand for one use: 'again' when a yes has ended. */
export const consentStates = ['yes', 'no', 'withdrawn', 'again', 'not asked'] as const
export type ConsentState = (typeof consentStates)[number]

export const stateNames: Record<ConsentState, string> = {
  yes: 'Yes',
  no: 'No',
  withdrawn: 'Took it back',
  again: 'Ask again',
  'not asked': 'Not asked',
}

/** What pictures people can be in: shared files and photos of the gallery, pictures of the website, of newsletters. */
export const pictureKinds = ['file', 'website', 'newsletter'] as const
export type PictureKind = (typeof pictureKinds)[number]

export const getUseOfKind: Record<PictureKind, PhotoUse> = {
  file: 'gallery',
  website: 'website',
  newsletter: 'newsletter',
}

const inList = new Intl.ListFormat('en-IE')

/** 'Daniel has not said yes to photos on the website.', or of several people. */
export function formatMissingYes(names: readonly string[], use: PhotoUse): string {
  return `${inList.format(names)} ${names.length === 1 ? 'has' : 'have'} not said yes to photos ${useNames[use].where}.`
}

/** '1 picture', '14 pictures'. */
export const formatPictureCount = (number: number) => (number === 1 ? '1 picture' : `${number} pictures`)

/** '14 pictures on the website have no names yet.' */
export const formatUnnamedCount = (number: number, use: PhotoUse) =>
  `${formatPictureCount(number)} ${useNames[use].where} ${number === 1 ? 'has' : 'have'} no names yet.`

/** Why a picture is shown nowhere any more, whatever others say. */
export const SHOWS_ERASED = 'Somebody in this picture was erased. Please delete it.'
