import { expect, test } from 'vitest'
import { ago, doctorsOffice, words } from '~/test/doctors-office'
import { startRiverbank } from '~/test/running'

const office = doctorsOffice()
const { faults, serving } = office

test('an address where something else answers', async () => {
  const PUBLIC_URL = await serving((_request, response) => response.end('<h1>It works!</h1>'))
  expect(await faults({ PUBLIC_URL })).toEqual([['address', words('Something else answers')]])
})

test('an address where another Riverbank answers', async () => {
  office.riverbank.change("update healthCheck set checkedAt = '2026-01-01T00:00:00.000Z'")
  const other = await startRiverbank()
  const found = await faults({ PUBLIC_URL: other.url, PORT: new URL(other.url).port })
  await other.stop()
  expect(found).toEqual([['address', words('Another Riverbank')]])
})

test('an address that leads elsewhere', async () => {
  const PUBLIC_URL = await serving((_request, response) =>
    response.writeHead(301, { Location: 'https://parking.example/' }).end(),
  )
  expect(await faults({ PUBLIC_URL })).toEqual([['address', words('to https://parking.example/')]])
})

test('an address that does not answer', async () => {
  expect(await faults({ PUBLIC_URL: 'http://127.0.0.1:9' })).toEqual([['address', words("doesn't answer (")]])
})

test('an address without encryption', async () => {
  expect(await faults({ PUBLIC_URL: 'http://riverbank.centre.ie' })).toEqual([['address', words('not encrypted')]])
})

test('a proxy that Riverbank does not know of', async () => {
  const found = await faults({ PUBLIC_URL: 'https://127.0.0.1:9' })
  expect(found).toContainEqual(['proxy', words('TRUST_PROXY is 0')])
})

test('another program on the port', async () => {
  const { port } = new URL(await serving((_request, response) => response.end('hello')))
  expect(await faults({ PORT: port })).toEqual([['server', words('Another program')]])
})

test('a clock that differs from that of the address', async () => {
  const PUBLIC_URL = await serving(async (request, response) => {
    const answer = await fetch(`${office.riverbank.url}${request.url}`)
    response.writeHead(answer.status, { Date: ago(2.1).toUTCString() }).end(await answer.text())
  })
  expect(await faults({ PUBLIC_URL })).toEqual([['clock', words('2 hours ahead of that of')]])
})
