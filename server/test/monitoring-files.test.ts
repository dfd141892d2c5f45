import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestServer } from './support/harness.ts'

const read = (path: string) => readFile(new URL(`../../deploy/monitoring/${path}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string; description: string }
}

async function readRules(): Promise<Rule[]> {
  const { groups } = parse(await read('alerts.yaml')) as { groups: { rules: Rule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

async function readPanelQueries(): Promise<string[]> {
  const { panels } = JSON.parse(await read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

const metricsIn = (expression: string): string[] => expression.match(/\b(tocsin|nodejs|process)_\w+/g) ?? []

test('a server reports every metric that the alerts and the dashboard use', async () => {
  const server = await startTestServer()
  const exposition = await (await fetch(`${server.url}/metrics`)).text()
  const reported = [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
  )
  const expressions = [...(await readRules()).map(({ expr }) => expr), ...(await readPanelQueries())]
  const named = new Set(expressions.flatMap(metricsIn))
  expect([...named].filter((name) => !reported.includes(name))).toEqual([])
  expect(named.size).toBeGreaterThan(8)
})

test('every alert has a summary and a description, each a whole sentence', async () => {
  const rules = await readRules()
  expect(rules.length).toBeGreaterThan(5)
  for (const { annotations } of rules) {
    expect(annotations.summary).toMatch(/\.$/)
    expect(annotations.description).toMatch(/\.$/)
  }
})
