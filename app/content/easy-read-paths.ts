/** Where each Easy Read page stands; apart from its words, which no script needs. */
export const easyReadPaths = {
  home: '/easy-read',
  about: '/about/easy-read',
  activities: '/programmes/easy-read',
  achievements: '/achievements/easy-read',
  resources: '/resources/easy-read',
  contact: '/contact/easy-read',
  privacy: '/privacy/easy-read',
  notHappy: '/not-happy',
} as const

export type EasyReadName = keyof typeof easyReadPaths
