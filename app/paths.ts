/**
 * The path of every screen, file and API call that we link to. `paths.test.ts` compares them with the routes.
 * Callers add queries and fragments. Parameters are not encoded.
 */
export const paths = {
  home: '/',
  about: '/about',
  programmes: '/programmes',
  achievements: '/achievements',
  board: '/board',
  contact: '/contact',
  accessibility: '/accessibility',
  privacy: '/privacy',
  terms: '/terms',
  settings: '/settings',
  icon: '/icon.png',
  sitemap: '/sitemap.xml',
  securityContact: '/.well-known/security.txt',
  portal: '/portal',
  events: { list: '/events', feed: '/events.ics' },
  news: { list: '/news', one: (id: number) => `/news/${id}`, feed: '/news/feed' },
  resources: { list: '/resources', one: (id: number) => `/resources/${id}` },
  card: { index: '/card', one: (token: string) => `/card/${token}` },
  unsubscribe: { index: '/unsubscribe', one: (token: string) => `/unsubscribe/${token}` },
  confirm: (token: string) => `/confirm/${token}`,
  calendar: (token: string) => `/calendar/${token}`,
  away: (token: string) => `/away/${token}`,
  setup: (secret: string) => `/setup/${secret}`,
  /** One screen shows all of them; routes.ts creates its routes from these paths. */
  easyRead: {
    home: '/easy-read',
    about: '/about/easy-read',
    activities: '/programmes/easy-read',
    achievements: '/achievements/easy-read',
    resources: '/resources/easy-read',
    contact: '/contact/easy-read',
    privacy: '/privacy/easy-read',
    notHappy: '/not-happy',
  },

  dashboard: {
    index: '/dashboard',
    photosOfYou: '/dashboard/photos-of-you',
    preview: '/dashboard/preview',
    files: {
      one: (id: number) => `/dashboard/files/${id}`,
      delete: (id: number) => `/dashboard/files/${id}/delete`,
    },
    timetable: {
      list: '/dashboard/timetable',
      away: '/dashboard/timetable/away',
      one: (id: number) => `/dashboard/timetable/${id}`,
      edit: (id: number) => `/dashboard/timetable/${id}/edit`,
      delete: (id: number) => `/dashboard/timetable/${id}/delete`,
      week: {
        list: '/dashboard/timetable/week',
        plan: '/dashboard/timetable/week/plan',
        import: '/dashboard/timetable/week/import',
        switch: '/dashboard/timetable/week/switch',
        day: (id: number) => `/dashboard/timetable/week/${id}/day`,
        edit: (id: number) => `/dashboard/timetable/week/${id}/edit`,
        delete: (id: number) => `/dashboard/timetable/week/${id}/delete`,
      },
    },
    calendar: {
      index: '/dashboard/calendar',
      events: '/dashboard/calendar/events',
      address: '/dashboard/calendar/address',
      new: '/dashboard/calendar/new',
      edit: (id: number) => `/dashboard/calendar/${id}/edit`,
      delete: (id: number) => `/dashboard/calendar/${id}/delete`,
    },
    notices: {
      list: '/dashboard/notices',
      new: '/dashboard/notices/new',
      edit: (id: number) => `/dashboard/notices/${id}/edit`,
      delete: (id: number) => `/dashboard/notices/${id}/delete`,
      qqi: {
        list: '/dashboard/notices/qqi',
        edit: '/dashboard/notices/qqi/edit',
        one: (id: number) => `/dashboard/notices/qqi/${id}`,
        delete: (id: number) => `/dashboard/notices/qqi/${id}/delete`,
      },
      albums: {
        list: '/dashboard/notices/albums',
        new: '/dashboard/notices/albums/new',
        one: (id: number) => `/dashboard/notices/albums/${id}`,
        edit: (id: number) => `/dashboard/notices/albums/${id}/edit`,
        delete: (id: number) => `/dashboard/notices/albums/${id}/delete`,
      },
      questions: {
        list: '/dashboard/notices/questions',
        new: '/dashboard/notices/questions/new',
        edit: (id: number) => `/dashboard/notices/questions/${id}/edit`,
        delete: (id: number) => `/dashboard/notices/questions/${id}/delete`,
      },
    },
    newsletter: {
      list: '/dashboard/newsletter',
      new: '/dashboard/newsletter/new',
      allAgain: '/dashboard/newsletter/again',
      one: (id: number) => `/dashboard/newsletter/${id}`,
      edit: (id: number) => `/dashboard/newsletter/${id}/edit`,
      delete: (id: number) => `/dashboard/newsletter/${id}/delete`,
      preview: (id: number) => `/dashboard/newsletter/${id}/preview`,
      mail: (id: number) => `/dashboard/newsletter/${id}/mail`,
      send: (id: number) => `/dashboard/newsletter/${id}/send`,
      again: (id: number) => `/dashboard/newsletter/${id}/again`,
      attachments: {
        edit: (newsletter: number, id: number) => `/dashboard/newsletter/${newsletter}/attachments/${id}/edit`,
        delete: (newsletter: number, id: number) => `/dashboard/newsletter/${newsletter}/attachments/${id}/delete`,
      },
      subscribers: {
        list: '/dashboard/newsletter/subscribers',
        import: '/dashboard/newsletter/subscribers/import',
        exportAll: '/dashboard/newsletter/subscribers/export',
        export: (id: number) => `/dashboard/newsletter/subscribers/${id}/export`,
        edit: (id: number) => `/dashboard/newsletter/subscribers/${id}/edit`,
        delete: (id: number) => `/dashboard/newsletter/subscribers/${id}/delete`,
      },
    },
    resources: {
      list: '/dashboard/resources',
      new: '/dashboard/resources/new',
      edit: (id: number) => `/dashboard/resources/${id}/edit`,
      delete: (id: number) => `/dashboard/resources/${id}/delete`,
    },
    board: {
      list: '/dashboard/board',
      new: '/dashboard/board/new',
      edit: (id: number) => `/dashboard/board/${id}/edit`,
      delete: (id: number) => `/dashboard/board/${id}/delete`,
      plans: {
        list: '/dashboard/board/plans',
        new: '/dashboard/board/plans/new',
        edit: (id: number) => `/dashboard/board/plans/${id}/edit`,
        delete: (id: number) => `/dashboard/board/plans/${id}/delete`,
      },
    },
    password: {
      index: '/dashboard/password',
      acknowledge: '/dashboard/password/told',
      secondStep: {
        index: '/dashboard/password/second-step',
        codes: '/dashboard/password/second-step/codes',
        off: '/dashboard/password/second-step/off',
      },
    },
    profile: {
      index: '/dashboard/profile',
      activity: '/dashboard/profile/activity',
      retention: '/dashboard/profile/retention',
      tryOut: '/dashboard/profile/try-out',
      backup: {
        index: '/dashboard/profile/backup',
        progress: '/dashboard/profile/backup/progress',
        file: '/dashboard/profile/backup/file',
      },
      enquiries: {
        list: '/dashboard/profile/enquiries',
        delete: (id: number) => `/dashboard/profile/enquiries/${id}/delete`,
      },
      people: {
        list: '/dashboard/profile/people',
        new: '/dashboard/profile/people/new',
        several: '/dashboard/profile/people/several',
        one: (id: number) => `/dashboard/profile/people/${id}`,
        activity: (id: number) => `/dashboard/profile/people/${id}/activity`,
        card: (id: number) => `/dashboard/profile/people/${id}/card`,
        close: (id: number) => `/dashboard/profile/people/${id}/close`,
        erase: (id: number) => `/dashboard/profile/people/${id}/erase`,
        export: (id: number) => `/dashboard/profile/people/${id}/export`,
        family: (id: number) => `/dashboard/profile/people/${id}/family`,
        secondStep: (id: number) => `/dashboard/profile/people/${id}/second-step`,
        consent: (id: number) => `/dashboard/profile/people/${id}/consent`,
        consentSheet: (id: number) => `/dashboard/profile/people/${id}/consent/sheet`,
        groups: {
          list: '/dashboard/profile/people/groups',
          edit: (id: number) => `/dashboard/profile/people/groups/${id}/edit`,
          delete: (id: number) => `/dashboard/profile/people/groups/${id}/delete`,
        },
        photos: {
          list: '/dashboard/profile/people/photos',
          one: (kind: string, id: number) => `/dashboard/profile/people/photos/${kind}/${id}`,
        },
      },
      website: {
        list: '/dashboard/profile/website',
        centre: '/dashboard/profile/website/centre',
        logo: '/dashboard/profile/website/logo',
        page: (name: string) => `/dashboard/profile/website/${name}`,
        section: (page: string, name: string) => `/dashboard/profile/website/${page}/${name}`,
        versions: (page: string) => `/dashboard/profile/website/${page}/versions`,
        backTo: (page: string, version: number) => `/dashboard/profile/website/${page}/versions/${version}/back`,
      },
    },
  },

  files: {
    one: (id: number) => `/files/${id}`,
    board: (id: number) => `/files/board/${id}`,
    newsletter: (id: number, secret: string) => `/files/newsletter/${id}-${secret}`,
    website: (name: string) => `/files/website/${name}`,
  },

  api: { upload: '/api/files/upload' },
} as const

export type EasyReadName = keyof typeof paths.easyRead

/** The page of an album's photos, or of the photo notice's without an id. */
export const getGalleryPath = (albumId?: number | null): string =>
  albumId ? paths.dashboard.notices.albums.one(albumId) : paths.dashboard.notices.qqi.list
