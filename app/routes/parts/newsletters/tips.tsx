import { writingTips } from '~/content/newsletter'
import { Card } from '~/ui/card'

export function Tips() {
  const { heading, tips, reminder, note } = writingTips
  return (
    <Card as="section" aria-labelledby="tips" className="space-y-4">
      <h3 id="tips">{heading}</h3>
      <ul className="list-disc space-y-2 pl-6">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <p className="border-t border-line pt-4">{reminder}</p>
      <p>{note}</p>
    </Card>
  )
}
