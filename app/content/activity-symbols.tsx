import type { ReactNode } from 'react'

const tint = { fill: 'currentColor', fillOpacity: 0.15 }

const drawings = {
  'active-healthy-me': (
    <>
      <circle cx="29" cy="8" r="4.5" {...tint} />
      <path d="M14 20l6-5.5 8 2.5-4 10 7 5.5-3 10.5M24 27l-4 7-9.5 1.5M28 17l4 6 7.5.5" />
    </>
  ),
  'online-safety': (
    <>
      <path d="M24 5.5c5 3.5 9.5 5 15 5.5 0 15-4.5 25-15 31.5C13.5 36 9 26 9 11c5.5-.5 10-2 15-5.5Z" {...tint} />
      <rect x="17" y="22" width="14" height="10.5" rx="2" />
      <path d="M20 22v-3a4 4 0 0 1 8 0v3" />
    </>
  ),
  'music-choir': (
    <>
      <ellipse cx="13" cy="36" rx="6" ry="5" {...tint} />
      <ellipse cx="34" cy="32" rx="6" ry="5" {...tint} />
      <path d="M19 36V12l21-5v25M19 19l21-5" />
    </>
  ),
  'digital-photography': (
    <>
      <path
        d="M5 17a3 3 0 0 1 3-3h7l3.5-5h11l3.5 5h7a3 3 0 0 1 3 3v19a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V17
          Z"
        {...tint}
      />
      <circle cx="24" cy="26" r="8" />
      <path d="M37 19.5h.01M20 25a4 4 0 0 1 3-3" />
    </>
  ),
  drama: (
    <>
      <path d="M5 8c5 2 12 2 18 0 1 11-1 20-9 23-8-3-10-12-9-23Z" {...tint} />
      <path d="M28 15c5 1.5 10 1 15-1 1 11-1 20-9 24-5-1.5-7.5-5-8.7-10M10 14.5h2.5M17 14.5h2.5" />
      <path d="M10.5 21.5c2 3 5.5 3 7.5 0M31 21.5l2.5-.5M38 20.5l2.5-.5M31.5 31c1.5-3 5-3.5 7-1" />
    </>
  ),
  'literacy-numeracy': (
    <>
      <path d="M24 14c-4-3.5-10-5-18-5v27c8 0 14 1.5 18 5 4-3.5 10-5 18-5V9c-8 0-14 1.5-18 5Z" {...tint} />
      <path d="M24 14v27M11 29l4-11 4 11M12.5 25.5h5M30 19.5c2-2.5 6-1.5 6 1.5 0 2.5-5.5 4.5-6 8h6.5" />
    </>
  ),
  'computer-skills': (
    <>
      <rect x="5" y="7" width="38" height="25" rx="3" {...tint} />
      <path d="M19 32l-1.5 8.5h13L29 32M13 40.5h22M21 13l9.5 6-4.5 1.5-2 4.5L21 13Z" />
    </>
  ),
  'self-advocacy': (
    <>
      <circle cx="15" cy="20" r="6.5" {...tint} />
      <path d="M4 42c.8-7.5 4.8-11.5 11-11.5S25.2 34.5 26 42" />
      <path d="M25 7.5h16a3 3 0 0 1 3 3V20a3 3 0 0 1-3 3h-7l-6 5v-5h-1.5M31 13h7.5M31 17.5h5" />
    </>
  ),
  'thinking-skills': (
    <>
      <path d="M24 5a13 13 0 0 1 8 23.3c-1.5 1.2-2 2.7-2 4.7H18c0-2-.5-3.5-2-4.7A13 13 0 0 1 24 5Z" {...tint} />
      <path d="M18.5 38h11M21 43h6M24 33v-8M19.5 19.5 24 25l4.5-5.5" />
    </>
  ),
  'social-club': (
    <>
      <path d="M8 19h22v13a7 7 0 0 1-7 7h-8a7 7 0 0 1-7-7V19Z" {...tint} />
      <path d="M30 22.5h4.5a5 5 0 0 1 0 10.5H30M5 43.5h28M14 5.5c-2.5 3 2.5 5 0 8M23 5.5c-2.5 3 2.5 5 0 8" />
    </>
  ),
  'book-club': (
    <>
      <path d="M8 9a3 3 0 0 1 3-3h6v30h-6a3 3 0 0 0-3 3V9Z" {...tint} />
      <path d="M17 6h8v30h-8M8 39a3 3 0 0 0 3 3h14v-6M29.5 10.5l7.5-2 7 27-14.5 4M31.5 17l7.5-2M25 42h4.5" />
    </>
  ),
  art: (
    <>
      <path
        d="M24 6C13 6 5 13.5 5 23.5S12.5 42 21.5 42c3 0 4.2-2 3.6-4.3-.9-3.5.4-5.7 4.4-5.7H36
          c4.5 0 7-3 7-8C43 13 35 6 24 6Z"
        {...tint}
      />
      <circle cx="14.5" cy="24" r="2" />
      <circle cx="20" cy="15.5" r="2" />
      <circle cx="30" cy="15" r="2" />
      <circle cx="36" cy="22.5" r="2" />
    </>
  ),
  'life-skills': (
    <>
      <path d="M8 22h26v12a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V22Z" {...tint} />
      <path d="M4 22h40M34 27l8-1.5M15 8c-2.5 2.5 2.5 5 0 8M24 6c-2.5 3 2.5 6 0 10" />
    </>
  ),
  'money-management': (
    <>
      <circle cx="18" cy="19" r="13.5" {...tint} />
      <path d="M23 14.5c-4.5-3.5-9.5-1-9.5 4.5s5 8 9.5 4.5M10.5 17.5h8M10.5 21h7" />
      <path d="M33.5 22c4.5.7 8.5 2.5 8.5 5v11c0 2.7-5 5-11 5s-11-2.3-11-5v-2.5" />
      <path d="M42 32.5c0 2.8-5 5-11 5-2 0-4-.3-5.5-.7" />
    </>
  ),
  'qqi-classes': (
    <>
      <path d="M3.5 19 24 10l20.5 9L24 28 3.5 19Z" {...tint} />
      <path d="M12 23v9.5c3 3.3 7 5 12 5s9-1.7 12-5V23M43.5 20v13" />
    </>
  ),
  'work-experience': (
    <>
      <rect x="5" y="15" width="38" height="26" rx="3" {...tint} />
      <path d="M17 15v-4a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v4M5 25c5.5 3 11.5 4.5 19 4.5S37.5 28 43 25M24 27v5" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type ActivitySymbolName = keyof typeof drawings

export function ActivitySymbol({ name, className }: { name: ActivitySymbolName; className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 48 48"
      width="48"
      height="48"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  )
}
