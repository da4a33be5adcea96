import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedFaults } from './faults'
import { applyFault, LIST } from './plant'

test.each(Object.entries(plantedFaults))('the text that ‘%s’ replaces occurs once in its file', (_, fault) => {
  const sound = readFileSync(fault.file, 'utf8')
  expect(applyFault(sound, fault)).not.toBe(sound)
})

test('each check is a file in the repository', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  for (const { check } of Object.values(plantedFaults))
    expect(tracked).toContain('lint' in check ? check.lint : 'test' in check ? check.test : check.spec)
})

test('the list has each fault, and every fault is detected', () => {
  const rows = readFileSync(LIST, 'utf8').split('\n')
  const faults = Object.entries(plantedFaults)
  expect(rows.filter((row) => row.startsWith('| ')).length - 1).toBe(faults.length)
  expect(rows.filter((row) => row.includes('NOT DETECTED'))).toEqual([])
  expect(rows).toContain(`${faults.length} of ${faults.length} detected.`)
})
