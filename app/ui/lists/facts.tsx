export function FactList({ facts }: { facts: readonly { name: string; value: string }[] }) {
  return (
    <dl className="long-words mt-4 space-y-4">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-small text-ink-soft">{name}</dt>
          <dd className="font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
