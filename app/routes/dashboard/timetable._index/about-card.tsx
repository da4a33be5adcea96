import { Card } from '~/ui/card'
import { Icon, type IconName } from '~/ui/icon'

const facts: { symbol: IconName; title: string; text: string }[] = [
  { symbol: 'person', title: 'Personal schedule', text: 'It shows what you do on each day of your week.' },
  {
    symbol: 'download',
    title: 'Download and print',
    text: 'Press Download. Then you can print it and take it with you.',
  },
  {
    symbol: 'calendar',
    title: 'Weekly updates',
    text: 'Your tutor checks it every week. Come back to see what is new.',
  },
]

export function AboutCard() {
  return (
    <Card as="section" isSnug aria-labelledby="about-timetable">
      <h2 id="about-timetable" className="text-h3">
        About Your Timetable
      </h2>
      <ul className="mt-4 space-y-4">
        {facts.map(({ symbol, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon name={symbol} className="mt-1 h-6 w-6 shrink-0 text-river" />
            <div>
              <p className="font-bold">{title}</p>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
