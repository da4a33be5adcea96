import type { ReactNode } from 'react'

const drawings = {
  phone: (
    <path
      d="M4 5.5C4 4.7 4.7 4 5.5 4h2.6l1.7 4.3-2 1.7a12 12 0 0 0 6.2 6.2l1.7-2 4.3 1.7v2.6
        c0 .8-.7 1.5-1.5 1.5A14.5 14.5 0 0 1 4 5.5Z"
    />
  ),
  email: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="m3.5 7.5 8.5 6 8.5-6" />
    </>
  ),
  place: (
    <>
      <path d="M12 21.5c4.7-4.8 7-8.5 7-11.5a7 7 0 0 0-14 0c0 3 2.3 6.7 7 11.5Z" />
      <circle cx="12" cy="10" r="2.5" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.2l3.4 2" />
    </>
  ),
  menu: <path d="M4 6.5h16M4 12h16M4 17.5h16" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  'arrow-right': <path d="M4 12h15.5M13.5 5.5 20 12l-6.5 6.5" />,
  'arrow-left': <path d="M20 12H4.5M10.5 5.5 4 12l6.5 6.5" />,
  external: (
    <>
      <path d="M10 5H6.5A2.5 2.5 0 0 0 4 7.5v10A2.5 2.5 0 0 0 6.5 20h10a2.5 2.5 0 0 0 2.5-2.5V14M14 4h6v6" />
      <path d="M20 4l-9 9" />
    </>
  ),
  document: <path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8l-5-5Zm0 0v5h5M9 13h6M9 17h4" />,
  image: (
    <>
      <rect x="3" y="4" width="18" height="16" rx="2" />
      <circle cx="8.5" cy="9" r="1.5" />
      <path d="m3.5 17.5 5-4.5 3.5 3 4-4.5 4.5 4.5" />
    </>
  ),
  download: <path d="M12 3.5v11.5M7 10.5l5 5 5-5M4 20.5h16" />,
  upload: <path d="M12 16V4.5M7 9l5-5 5 5M4 20.5h16" />,
  edit: <path d="M4 20l1-4.5L16.2 4.3a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.5L8.5 19 4 20ZM14 6.5l3.5 3.5" />,
  delete: (
    <>
      <path d="M4 7h16M9 7V4.5A1.5 1.5 0 0 1 10.5 3h3A1.5 1.5 0 0 1 15 4.5V7" />
      <path d="M6 7l1 12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2l1-12M10 11.5v5M14 11.5v5" />
    </>
  ),
  check: <path d="m4.5 12.5 5 5.5L19.5 6.5" />,
  warning: (
    <>
      <path d="M10.3 4.5 2.7 17.8A2 2 0 0 0 4.4 21h15.2a2 2 0 0 0 1.7-3.2L13.7 4.5a2 2 0 0 0-3.4 0Z" />
      <path d="M12 9.5v4.5M12 17.5v.01" />
    </>
  ),
  information: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11.5V16.5M12 7.7v.01" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c.7-4.2 3.5-6.5 7.5-6.5s6.8 2.3 7.5 6.5" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="9" r="3.5" />
      <path d="M2.5 20c.5-3.8 2.9-6 6.5-6s6 2.2 6.5 6M15.5 5.7a3.5 3.5 0 0 1 .5 6.6" />
      <path d="M17.5 14.8c2.3.7 3.7 2.6 4 5.2" />
    </>
  ),
  calendar: (
    <>
      <rect x="3.5" y="5" width="17" height="16" rx="2" />
      <path d="M3.5 10h17M8 3v4M16 3v4M8 14.5h.01M12 14.5h.01M16 14.5h.01M8 17.7h.01M12 17.7h.01" />
    </>
  ),
  timetable: (
    <>
      <rect x="3" y="4" width="18" height="16" rx="2" />
      <path d="M3 9.5h18M9 4v16M13 14.5h4.5" />
    </>
  ),
  notices: (
    <>
      <path d="M4 10v4a1.5 1.5 0 0 0 1.5 1.5H8l9 4.5V4L8 8.5H5.5A1.5 1.5 0 0 0 4 10ZM8 8.5v7M8 15.5l1.5 5" />
      <path d="M20.5 10v4" />
    </>
  ),
  newsletter: (
    <>
      <path
        d="M17 9h2.5A1.5 1.5 0 0 1 21 10.5V18a2 2 0 0 1-4 0V5.5A1.5 1.5 0 0 0 15.5 4h-11
          A1.5 1.5 0 0 0 3 5.5V18a2 2 0 0 0 2 2h14"
      />
      <path d="M7 8h6v3.5H7ZM7 15.5h6" />
    </>
  ),
  resources: <path d="M12 6.5C10 5 7 4.5 3 4.5v13.5c4 0 7 .5 9 2 2-1.5 5-2 9-2V4.5c-4 0-7 .5-9 2Zm0 0V20" />,
  board: (
    <>
      <path d="M3 15.5h18M6 15.5v5M18 15.5v5" />
      <circle cx="12" cy="6" r="2.5" />
      <path d="M8 15.5v-1a3.5 3.5 0 0 1 3.5-3.5h1a3.5 3.5 0 0 1 3.5 3.5v1M4.5 8.5v3M19.5 8.5v3" />
    </>
  ),
  profile: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <circle cx="8.5" cy="10.5" r="2" />
      <path d="M5.7 16c.4-1.5 1.3-2.3 2.8-2.3s2.4.8 2.8 2.3M14.5 10h3.5M14.5 14h3.5" />
    </>
  ),
  files: (
    <>
      <path
        d="M3 18V6.5A1.5 1.5 0 0 1 4.5 5h4.3l2.4 2.5h8.3A1.5 1.5 0 0 1 21 9v9a1.5 1.5 0 0 1-1.5 1.5
          h-15A1.5 1.5 0 0 1 3 18Z"
      />
      <path d="M3 11.5h18" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 12C5 7.7 8.1 5.5 12 5.5s7 2.2 9.5 6.5c-2.5 4.3-5.6 6.5-9.5 6.5S5 16.3 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  'eye-off': (
    <>
      <path d="M4 4l16 16M9.8 5.7c.7-.1 1.4-.2 2.2-.2 3.9 0 7 2.2 9.5 6.5-.9 1.6-2 2.9-3.1 3.9" />
      <path d="M14.5 18.2c-.8.2-1.6.3-2.5.3-3.9 0-7-2.2-9.5-6.5 1-1.8 2.2-3.2 3.5-4.2" />
      <path d="M9.8 10a3 3 0 0 0 4.2 4.2" />
    </>
  ),
  'log-out': <path d="M13 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H13M10.5 12H21M17 8l4 4-4 4" />,
  plus: <path d="M12 5v14M5 12h14" />,
  award: (
    <>
      <circle cx="12" cy="9" r="6" />
      <path d="M8.5 14 7 21.5l5-2.5 5 2.5L15.5 14M9.7 9.2l1.7 1.6 3-3.3" />
    </>
  ),
  trophy: (
    <>
      <path d="M7.5 4h9v6a4.5 4.5 0 0 1-9 0V4ZM7.5 6H4c0 3.5 1.5 5.5 4.2 5.7" />
      <path d="M16.5 6H20c0 3.5-1.5 5.5-4.2 5.7M12 14.5V18M8 21c0-2 1.5-3 4-3s4 1 4 3H8Z" />
    </>
  ),
  star: <path d="m12 3.5 2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.8l6-.8L12 3.5Z" />,
  'heart-handshake': (
    <>
      <path d="M12 20.5C6 16.5 3 13 3 9.3A4.8 4.8 0 0 1 12 6.8a4.8 4.8 0 0 1 9 2.5c0 3.7-3 7.2-9 11.2Z" />
      <path d="m3.5 11.5 4-.5 2.5 2 3-2.5c1-.8 2.2-.8 3 0l4.2 3M10 13l2.5 2.2M13.5 12.7l2.5 2.3" />
    </>
  ),
  'graduation-cap': (
    <path d="M2 9.5 12 5l10 4.5L12 14 2 9.5ZM6 11.5v4.5c1.5 1.7 3.5 2.5 6 2.5s4.5-.8 6-2.5v-4.5M21.5 10v6" />
  ),
  utensils: <path d="M8 3v18M5 3v4.5a3 3 0 0 0 6 0V3M17 14.5V21M17 14.5h-2.5C14.5 9 15 5 17 3v11.5Z" />,
  care: (
    <>
      <path d="M12 11.5C9 9.5 7.5 7.8 7.5 6A2.3 2.3 0 0 1 12 5a2.3 2.3 0 0 1 4.5 1c0 1.8-1.5 3.5-4.5 5.5Z" />
      <path d="M2.5 14.5h3.2c1.2 0 2.2.4 3 1l1 .7h3.1a1.5 1.5 0 0 1 0 3H9.5" />
      <path d="M14.2 17.5l4.9-2.6a1.6 1.6 0 0 1 1.7 2.7L15.5 21c-1 .6-2 .7-3 .4l-5-1.4h-5" />
    </>
  ),
  community: (
    <>
      <path d="M3 20.5v-9L8 7l5 4.5v9M1.5 12.8 8 7M13 20.5v-13L17 4l5 4v12.5M1.5 20.5h21" />
      <path d="M6.5 20.5v-4.5h3v4.5M16.5 11h2M16.5 15.5h2" />
    </>
  ),
  support: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="3.5" />
      <path d="m5.7 5.7 3.8 3.8M18.3 5.7l-3.8 3.8M18.3 18.3l-3.8-3.8M5.7 18.3l3.8-3.8" />
    </>
  ),
  respect: (
    <>
      <path
        d="M6 4h12a2.5 2.5 0 0 1 2.5 2.5v8A2.5 2.5 0 0 1 18 17h-5l-4.5 4V17H6a2.5 2.5 0 0 1-2.5-2.5
          v-8A2.5 2.5 0 0 1 6 4Z"
      />
      <path d="M12 14C9.7 12.4 8 11.3 8 9.3A2.1 2.1 0 0 1 12 8.3a2.1 2.1 0 0 1 4 1c0 2-1.7 3.1-4 4.7Z" />
    </>
  ),
  inclusion: (
    <>
      <circle cx="12" cy="12" r="9.5" />
      <circle cx="12" cy="7.2" r="1.7" />
      <circle cx="7.7" cy="14.5" r="1.7" />
      <circle cx="16.3" cy="14.5" r="1.7" />
      <path d="m10.6 9.7-1.5 2.6M13.4 9.7l1.5 2.6M10.6 14.5h2.8" />
    </>
  ),
  empowerment: (
    <>
      <circle cx="12" cy="8" r="2.5" />
      <path d="M4 4.5c.6 4.5 3.5 7.5 8 7.5s7.4-3 8-7.5M9 12v9M15 12v9M9 16.5h6" />
    </>
  ),
  collaboration: (
    <path
      d="M10 4H5.5A1.5 1.5 0 0 0 4 5.5V10c3.5-1.5 4.5 4.5 0 3.5v5A1.5 1.5 0 0 0 5.5 20H10
        c-1.5-3.7 5-3.7 3.5 0h5a1.5 1.5 0 0 0 1.5-1.5v-5c-4.5 1-3.5-5 0-3.5V5.5
        A1.5 1.5 0 0 0 18.5 4h-5c1.5 4.2-5 4.2-3.5 0Z"
    />
  ),
  growth: (
    <>
      <path d="M4 20.5h16M12 20.5V10M12 10C12 6.5 9.5 4 5 4c0 4.2 2.5 6.5 7 6.5" />
      <path d="M12 13.5c0-3 2.3-5.2 7-5.2 0 3.9-2.5 6-7 6" />
    </>
  ),
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  send: <path d="M21 3.5 3 10.5l7 3.5 3.5 7L21 3.5ZM10 14l5-5" />,
  public: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18" />
    </>
  ),
  private: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M2.5 19.5c.5-3.9 2.8-6 6.5-6 .7 0 1.3.1 1.9.2M15.5 16v-1.5a2.3 2.3 0 0 1 4.6 0V16" />
      <rect x="13.5" y="16" width="8.5" height="5.5" rx="1" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  )
}
