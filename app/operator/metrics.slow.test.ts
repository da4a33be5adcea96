import { readFileSync } from 'node:fs'
import express from 'express'
import { beforeEach, expect, test } from 'vitest'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { serve } from '~/test/serving'
import { commit, version } from '~/version'
import { createMetrics, type Metrics } from './metrics.server'
import { MAX_BACKUP_AGE, MAX_MAIL_WAIT, MIN_FREE_BYTES, reasonNames } from './readiness.server'

const metricsToken = 'kR9v2mXq7LdT4wZs'
const riverbank = setUpFreshRiverbank()
let url: string
let meter: Metrics
beforeEach(async () => {
  meter = (await createMetrics({ ...riverbank.context, settings: { ...riverbank.settings, metricsToken } }))!
  const served = await serve(express().get('/metrics', meter.handler))
  url = served.url
  return served.close
})

const ask = async (authorization?: string) => {
  const answer = await fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} })
  return { status: answer.status, type: answer.headers.get('Content-Type'), text: await answer.text() }
}
const figures = async () => {
  const { text } = await ask(`Bearer ${metricsToken}`)
  return new Map(
    text.split('\n').flatMap((line) => (/^[^#]/.test(line) ? [line.split(/ (?=\S+$)/) as [string, string]] : [])),
  )
}

test('without METRICS_TOKEN there are no metrics', async () => {
  expect(await createMetrics({ ...riverbank.context, settings: riverbank.settings })).toBeUndefined()
})

test.each([undefined, `Bearer ${metricsToken}x`, metricsToken])('‘%s’ is refused', async (authorization) => {
  const { status, text } = await ask(authorization)
  expect(status).toBe(401)
  expect(text).not.toContain('riverbank_')
})

test('they count responses and show the current state', async () => {
  const [visitor, robot] = ['person', 'robot'] as const
  meter.count({ method: 'GET', route: '/about', status: 200, visitor })
  meter.count({ method: 'GET', route: '/about', status: 200, visitor, seconds: 0.02 })
  meter.count({ method: 'GET', route: '/about', status: 200, visitor: robot })
  meter.count({ method: 'POST', route: '/contact', status: 400, visitor, seconds: 0.3 })
  for (const method of ['PROPFIND', 'BREW', 'TRACE'])
    meter.count({ method, route: '/*', status: 405, visitor: robot, seconds: 0.001 })
  const dueAt = new Date(Date.now() - 90_000).toISOString()
  await queueMail(riverbank.db, { kind: 'test', email: 'a@x.example', dueAt })
  riverbank.context.securityLog.record('log-in refused', { network: '10.0.0.1' }, 'warn')
  riverbank.context.securityLog.record('log-in refused', { network: '10.0.0.1' }, 'warn')
  riverbank.context.mailStatus.countAttempt({ kind: 'enquiry', outcome: 'waiting' })
  for (const outcome of ['sent', 'sent', 'failed', 'uncertain'] as const)
    riverbank.context.mailStatus.countAttempt({ kind: 'newsletter', outcome })
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  riverbank.context.backupStatus.last = {
    ...{ at: ago(900), currentAt: ago(600), wholeAt: ago(3000), isDaily: true, isHourly: true },
    ...{ ok: true, reason: null, folder: null, ahead: null },
  }
  const found = await figures()
  expect(Number(found.get('riverbank_backup_hourly_age_seconds'))).toBeCloseTo(600, -2)
  expect(Number(found.get('riverbank_backup_age_seconds'))).toBeCloseTo(3000, -2)
  const expected = {
    'riverbank_requests_total{method="GET",route="/about",status="200",visitor="person"}': '2',
    'riverbank_requests_total{method="GET",route="/about",status="200",visitor="robot"}': '1',
    'riverbank_requests_total{method="POST",route="/contact",status="400",visitor="person"}': '1',
    'riverbank_requests_total{method="other",route="/*",status="405",visitor="robot"}': '3',
    'riverbank_request_seconds_count{route="/about"}': '1',
    'riverbank_request_seconds_bucket{le="0.5",route="/contact"}': '1',
    'riverbank_mails_total{kind="newsletter",outcome="sent"}': '2',
    'riverbank_mails_total{kind="enquiry",outcome="waiting"}': '1',
    riverbank_mail_set_up: '0',
    riverbank_mail_others_waiting: '1',
    riverbank_mail_newsletters_waiting: '0',
    riverbank_log_ins_refused_total: '2',
    'riverbank_requests_refused_total{reason="memory"}': '0',
    'riverbank_not_ready{reason="paused"}': '0',
    [`riverbank_build_info{version="${version}",commit="${commit ?? ''}"}`]: '1',
  }
  for (const [name, value] of Object.entries(expected)) expect([name, found.get(name)]).toEqual([name, value])
  expect(Number(found.get('riverbank_mail_oldest_due_seconds'))).toBeGreaterThan(80)
  expect(Number(found.get('riverbank_disk_free_bytes'))).toBeGreaterThan(0)
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect(found.has(name)).toBe(true)
})

test('the example alerts use existing metrics and reasons, and the limits of /readyz', async () => {
  const alerts = readFileSync('scripts/deploy/alerts.yml', 'utf8')
  const { text } = await ask(`Bearer ${metricsToken}`)
  const input = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  const named = alerts
    .split('\n')
    .flatMap((line) => (line.includes('expr:') ? (line.match(/\b(riverbank|process|nodejs)_\w+/g) ?? []) : []))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !input.has(name))).toEqual([])
  for (const [, reason] of alerts.matchAll(/reason="(\w+)"/g)) expect(reasonNames).toContain(reason)
  expect(alerts).toContain(`riverbank_backup_age_seconds > ${MAX_BACKUP_AGE / 3_600_000} * 3600`)
  expect(alerts).toContain(`riverbank_disk_free_bytes < ${MIN_FREE_BYTES / 1e6}e6`)
  expect(alerts).toContain(`riverbank_mail_oldest_due_seconds > ${MAX_MAIL_WAIT / 1000}`)
})
