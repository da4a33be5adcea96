import type { ReactNode } from 'react'

/** `address` is what to paste. */
export function HowToFollow({ address, children }: { address: ReactNode; children?: ReactNode }) {
  return (
    <div className="prose mt-6">
      <h3 className="text-body">iPhone, iPad or Mac</h3>
      <ol>
        <li>Press ‘Open in my calendar’.</li>
        <li>Press ‘Subscribe’.</li>
      </ol>
      <h3 className="text-body">Android phone</h3>
      <ol>
        <li>On a computer, open Google Calendar.</li>
        <li>Press the plus sign next to ‘Other calendars’, then ‘From URL’.</li>
        <li>Paste {address} there, then press ‘Add calendar’.</li>
      </ol>
      {children}
    </div>
  )
}
