import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { startTestServer } from './support/harness.ts'
import { until } from './support/until.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { cli, tocsinIn } from './support/tocsin-process.ts'
import { newImport as prepareImport, noRows, readOutcome, spill, stored } from './support/new-import.ts'

const server = await startTestServer()
let folder: string

beforeAll(async () => {
  folder = await makeTemporaryFolder('import')
})
afterAll(() => removeFolder(folder))

const newImport = (lines: string | Uint8Array) => prepareImport(server, folder, lines)

describe('importing a file', () => {
  test('creates one incident per row of a file that contains names instead of ids, and a second import of the file creates nothing', async () => {
    const head = 'Name,description,TYPE,Location,point,priority,occurred at,tags,latitude,longitude,external_id'
    const full =
      'A,"two\nlines, ""quoted""",Spill,Arcade,Door,major,2026-03-01T09:30:00+01:00,wet; cold ,-33.9,18.4,x-1'
    const { run, call } = await newImport(`\uFEFF${head}\r\n${full}\r\n\r\nB\r\nB\r\n`)
    const first = await run('--json')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(readOutcome(first).report).toMatchObject({ ...noRows, rows: 3, created: 3 })
    const [a, ...others] = await stored(call)
    expect(a).toMatchObject({ name: 'A', description: 'two\nlines, "quoted"', typeId: spill, priority: 'MAJOR' })
    expect(a).toMatchObject({ occurredAt: '2026-03-01T08:30:00.000Z', tags: ['wet', 'cold'], latitude: -33.9 })
    expect(a).toMatchObject({ locationId: expect.any(String), pointId: expect.any(String), externalId: 'x-1' })
    // Each of two equal rows must become an incident of its own.
    expect(others.map(({ name }) => name)).toEqual(['B', 'B'])

    const again = await run()
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^3 rows in [\d.]+ s: 3 already created\.\n$/),
    })
    expect(await stored(call)).toHaveLength(3)
  })

  test('finds the type of a row by name, in the configuration revision whose number is in the row', async () => {
    const { run, call, scope } = await newImport(
      'name,type,configVersion\nA,Spill,2\nB,Spill,\nC,Spill,3\nD,Spill,99\n',
    )
    const spillLater = randomUUID()
    await publishConfiguration(scope, {
      types: [{ id: spillLater, name: 'Spill', active: true, profileId: null }],
      categories: [],
      profiles: [{ id: spill, name: 'Standard', fields: {} }],
      defaultProfileId: spill,
    })
    const { report, rejected } = readOutcome(await run('--json'))
    expect(report).toMatchObject({ created: 3, refused: 1 })
    expect((await stored(call)).map(({ name, typeId }) => [name, typeId])).toEqual([
      ['A', spill],
      ['B', spillLater],
      ['C', spillLater],
    ])
    expect(rejected[0]!.violations.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/typeId unknown_type',
      '/configVersion configuration_not_found',
    ])
  })

  test('imports a file with semicolons between the cells and with a clientRequestId in each row', async () => {
    const own = '01a1f9ed-92a9-43c7-8fa6-13a51d85a191'
    const { run, call } = await newImport(`clientRequestId;name;tags\n${own};A, B;"wet;cold"\n`)
    expect(readOutcome(await run('--json')).report).toMatchObject({ created: 1 })
    expect(await stored(call)).toMatchObject([{ clientRequestId: own, name: 'A, B', tags: ['wet', 'cold'] }])
  })

  test.each([
    ['no columns that are known', 'name,colour\nA,red\n', /no column "colour".*name, description, type/],
    ['a column twice', 'name,Name\nA,B\n', /"name" appears twice/],
    ['nothing', '', /is empty/],
    ['quotes that do not match', 'name\nA\n"B\nC\n', /opens in line 3 is never closed/],
    [
      'text that is not UTF-8',
      Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xff, 0xfe, 0x0a]),
      /line 2 is not UTF-8 text\. Save the file as CSV UTF-8/,
    ],
  ])('rejects a file with %s and explains the error in one sentence', async (_, content, message) => {
    const { run } = await newImport(content)
    const { code, stderr } = await run()
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
  })
})

describe('importing standard input', () => {
  const lines = 'name;description\nA;two\nB;\nB;\n'

  test('imports rows from standard input, and a later import of these rows from a file creates no more incidents', async () => {
    const { run, environment } = await newImport(lines)
    const piped = await tocsinIn(environment)(['incidents', 'import', '-', '--json'], { input: lines })
    expect(piped).toMatchObject({ code: 0, stderr: '' })
    expect(readOutcome(piped).report).toMatchObject({ ...noRows, rows: 3, created: 3 })
    expect(readOutcome(await run('--json')).report).toMatchObject({ ...noRows, rows: 3, alreadyThere: 3 })
  })

  test('an import ends at an invalid column or on Ctrl+C even if its standard input stays open', async () => {
    const { call, environment } = await newImport('')
    const begin = (input: string) => {
      const child = spawn(process.execPath, [cli, 'incidents', 'import', '-'], {
        env: { PATH: '/usr/bin:/bin', ...environment },
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      child.stdin.write(input)
      return { child, exited: once(child, 'exit'), stderr: text(child.stderr) }
    }
    const misspelt = begin('name,colour\nA,red\n')
    expect((await misspelt.exited)[0]).toBe(1)
    expect(await misspelt.stderr).toMatch(/^error: There is no column "colour"/)

    const waiting = begin('name\nWater\nMore water\n')
    await until('the first row is there', async () => (await stored(call)).length > 0)
    waiting.child.kill('SIGINT')
    expect((await waiting.exited)[0]).toBe(1)
    expect(await waiting.stderr).toMatch(/Run the same command again: .*\nerror: Interrupted\.\n$/)
  })
})

test('an import is rejected if --refused names the imported file, a symbolic link to that file, or the file at standard input', async () => {
  const lines = 'name\n""\n'
  const { run, file, environment } = await newImport(lines)
  await symlink(file, `${file}.link`)
  const message = 'error: --refused must not be the file to import.\n'
  for (const path of [file, `${file}.link`]) {
    expect(await run('--refused', path)).toEqual({ code: 2, stdout: '', stderr: message })
  }
  await using input = await open(file)
  const child = spawn(process.execPath, [cli, 'incidents', 'import', '-', '--refused', file], {
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdio: [input.fd, 'ignore', 'pipe'],
  })
  expect(await text(child.stderr!)).toBe(message)
  expect(await readFile(file, 'utf8')).toBe(lines)
})

test('an import creates nothing if the file given with --refused cannot be written', async () => {
  const { run, call } = await newImport('name\nA\n')
  const missing = join(folder, 'missing')
  expect(await run('--refused', join(missing, 'refused.csv'))).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: ${missing} does not exist.\n`,
  })
  expect(await run('--refused', folder)).toEqual({ code: 1, stdout: '', stderr: `error: ${folder} is a folder.\n` })
  expect(await stored(call)).toEqual([])
})

const quoted = (cell = ''): string => `"${cell.replaceAll('"', '""')}"`

describe('rejected rows of an import', () => {
  const lines = [
    'name,type,location,point,latitude',
    'Good,Spill,,,',
    ',Flood,,,',
    'C,,Nowhere,Door,north',
    'D,,,Door,',
    'E,,,,,surplus',
    'Also good,,,,',
  ]

  test('reports the line and all violations of each rejected row, and creates the incidents of the valid rows', async () => {
    const { run, call } = await newImport(lines.join('\n'))
    const outcome = await run('--json')
    expect(outcome).toMatchObject({ code: 1, stderr: 'error: 4 of 6 rows were refused.\n' })
    const { report, rejected } = readOutcome(outcome)
    expect(report).toMatchObject({ ...noRows, rows: 6, created: 2, refused: 4 })
    const reported = rejected
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, violations }) => [line, ...violations.map(({ pointer, code }) => `${pointer} ${code}`).toSorted()])
    expect(reported).toEqual([
      [3, '/name required', '/typeId unknown_type'],
      [
        4,
        '/latitude wrong_type',
        '/locationId location_not_found',
        '/longitude coordinates_incomplete',
        '/pointId not_unique',
      ],
      [5, '/pointId not_unique'],
      [6],
    ])
    expect(rejected.find(({ line }) => line === 3)).toMatchObject({
      code: 'invalid_incident',
      requestId: expect.stringMatching(/^\S+$/),
    })
    expect(rejected.find(({ line }) => line === 5)).toMatchObject({
      detail: expect.stringMatching(/^More than one point is called "Door"/),
    })
    expect((await stored(call)).map(({ name }) => name)).toEqual(['Also good', 'Good'])
  })

  test('an import explains the valid format of a time for a row with an invalid time', async () => {
    const { run } = await newImport(
      'name,occurredAt\nA,2026-02-30T09:30:00+01:00\nB,2026-03-01 24:30 +01:00\nC,03/01/2026 09:30',
    )
    const { rejected } = readOutcome(await run('--json'))
    const messages = rejected
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, violations }) => [line, violations[0]?.pointer, violations[0]?.message])
    expect(messages).toEqual([
      [2, '/occurredAt', expect.stringMatching(/needs a day that exists, a time with seconds and an offset/)],
      [3, '/occurredAt', expect.stringMatching(/needs a day that exists, a time with seconds and an offset/)],
      [4, '/occurredAt', expect.stringMatching(/^Write the year first and an offset/)],
    ])
  })

  test('the user can correct rejected rows in the file that --refused writes, and import that file', async () => {
    const { run, call, environment } = await newImport(lines.join('\n'))
    const refusedFile = join(folder, 'refused.csv')
    const outcome = await run('--refused', refusedFile)
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining('2 created, 4 refused') })
    expect(outcome.stderr).toMatch(/^line 3: typeId: No .*\. name: is required by .*\. \(request id \S+\)$/m)
    const report = await readFile(refusedFile, 'utf8')
    expect(report.split('\n')[0]).toMatch(/^\uFEFFname,.*,clientRequestId,line,problem$/)
    expect(report).toContain('No location is called ""Nowhere"".')

    await writeFile(refusedFile, report.replace('Nowhere', 'Arcade').replace('north', ''))
    const corrected = await tocsinIn(environment)(['incidents', 'import', refusedFile, '--json'])
    expect(readOutcome(corrected).report).toMatchObject({ rows: 4, created: 1, refused: 3 })
    expect((await stored(call)).map(({ name }) => name)).toEqual(['Also good', 'C', 'Good'])
  })

  test('the file that --refused writes has the same separator as the imported file', async () => {
    const { run, call, environment } = await newImport('name;type;description\nTür; Flood;"klemmt; quietscht"\n')
    const refusedFile = join(folder, 'semicolons.csv')
    expect(await run('--refused', refusedFile)).toMatchObject({
      stderr: expect.stringContaining('1 of 1 row was refused.'),
    })
    const report = await readFile(refusedFile, 'utf8')
    expect(report).toMatch(/^\uFEFFname;.*;problem\nTür;"klemmt; quietscht";/)

    await writeFile(refusedFile, report.replace('Flood', 'Spill'))
    expect((await tocsinIn(environment)(['incidents', 'import', refusedFile])).code).toBe(0)
    expect(await stored(call)).toMatchObject([{ name: 'Tür', description: 'klemmt; quietscht' }])
  })

  test('the file that --refused writes escapes formulas, and an import of the file removes the escapes', async () => {
    const description = '=1+1\r\n=2;@3'
    const { run, call, environment } = await newImport(
      `name,type,tags,latitude,longitude,description\n'-1,Flood,a;=b,-33.9,18.4,"${description}"\n`,
    )
    const refusedFile = join(folder, 'formulas.csv')
    expect((await run('--refused', refusedFile)).code).toBe(1)
    const report = await readFile(refusedFile, 'utf8')
    expect(report).toContain(`"'=1+1\r\n'=2;'@3"`)
    expect(report).toContain(',-33.9,18.4,')
    expect(report).not.toMatch(/(^|[,;"\n])[=+@]/)

    await writeFile(refusedFile, report.replace('Flood', 'Spill'))
    expect((await tocsinIn(environment)(['incidents', 'import', refusedFile])).code).toBe(0)
    expect(await stored(call)).toMatchObject([{ name: "'-1", description, tags: ['a', '=b'], latitude: -33.9 }])
  })

  test('the file that --refused writes contains the surplus cells of a row, and an import rejects the row until it is corrected', async () => {
    const { run, call, environment } = await newImport('name,description\nWater, on the floor,of the hall\n')
    const [first, second] = [join(folder, 'long.csv'), join(folder, 'still-long.csv')]
    expect((await run('--refused', first)).code).toBe(1)
    const importAgain = (...words: string[]) => tocsinIn(environment)(['incidents', 'import', ...words])
    expect((await importAgain(first, '--refused', second)).code).toBe(1)
    const report = await readFile(second, 'utf8')
    expect(report).toMatch(/^Water, on the floor,.*,of the hall$/m)

    await writeFile(
      second,
      report.replace('Water, on the floor', '"Water, on the floor",of the hall').replace(/,of the hall$/m, ''),
    )
    expect((await importAgain(second)).code).toBe(0)
    expect(await stored(call)).toMatchObject([{ name: 'Water, on the floor', description: 'of the hall' }])
  })

  test('the user can correct rejected rows in a spreadsheet that saves the file with another separator and line end', async () => {
    const { run, call, environment } = await newImport(
      'name,type,location\nA,Flood,\nB,,Nowhere\nWater, on the floor,Spill,Arcade\n',
    )
    const refusedFile = join(folder, 'through-a-spreadsheet.csv')
    expect((await run('--refused', refusedFile)).code).toBe(1)
    const rows = Papa.parse<string[]>((await readFile(refusedFile, 'utf8')).trimEnd()).data
    const width = Math.max(...rows.map((row) => row.length))
    const corrected = rows.map((row) => correct(row))
    for (const [ending, delimiter, mark] of [
      ['\r\n', ';', '\uFEFF'],
      ['\n', ',', ''],
      ['\r', '\t', '\uFEFF'],
    ] as const) {
      const wide = corrected.map((row) => Array.from({ length: width + 1 }, (_, at) => quoted(row[at])))
      await writeFile(refusedFile, mark + wide.map((row) => row.join(delimiter) + ending).join(''))
      const imported = await tocsinIn(environment)(['incidents', 'import', refusedFile, '--json'])
      expect(readOutcome(imported).report).toMatchObject({ rows: 3, refused: 0 })
    }
    expect((await stored(call)).map(({ name }) => name)).toEqual(['A', 'B', 'Water, on the floor'])

    /** Corrects a rejected row. Finds the cells by the column titles in the first row. */
    function correct(row: string[]): string[] {
      const at = (title: string) => rows[0]!.indexOf(title)
      if (row === rows[0]) return row
      const mended = row.slice(0, rows[0]!.length)
      if (mended[at('name')] === 'Water') {
        mended[at('name')] = 'Water, on the floor'
        mended[at('type')] = 'Spill'
        mended[at('location')] = 'Arcade'
      }
      return mended.map((cell) => cell.replace(/^Flood$/, 'Spill').replace(/^Nowhere$/, 'Arcade'))
    }
  })

  test('rejects rows with ambiguous quotation marks, and rows with a cell in a column without a title', async () => {
    const { run, call } = await newImport('name,,description\n"Big" sign,,hall\nA,lost,hall\nB,,hall\n')
    const { report, rejected } = readOutcome(await run('--json'))
    expect(report).toMatchObject({ rows: 3, created: 1, refused: 2 })
    expect(rejected.map(({ line, code }) => [line, code]).toSorted()).toEqual([
      [2, 'unreadable_quotes'],
      [3, 'too_many_cells'],
    ])
    expect((await stored(call)).map(({ name }) => name)).toEqual(['B'])
  })

  test('an import overwrites the file given with --refused, but not if a column of the imported file is unknown', async () => {
    const refusedFile = join(folder, 'kept.csv')
    await writeFile(refusedFile, 'name\nWorked on\n')
    const misspelt = await newImport('name,colour\nA,red\n')
    expect((await misspelt.run('--refused', refusedFile)).code).toBe(1)
    expect(await readFile(refusedFile, 'utf8')).toBe('name\nWorked on\n')
    const right = await newImport('name\nA\n')
    expect((await right.run('--refused', refusedFile)).code).toBe(0)
    expect(await readFile(refusedFile, 'utf8')).toMatch(/^\uFEFFname,.*,problem\n$/)
  })

  test.runIf(process.platform === 'linux')(
    'an import ends with an error of one sentence if the disk is full',
    async () => {
      const { run } = await newImport(`name\n${'""\n'.repeat(3_000)}`)
      const { code, stderr } = await run('--refused', '/dev/full')
      expect(code).toBe(1)
      expect(stderr).toMatch(/^error: The disk .*is full\.$/m)
      expect(stderr).not.toContain('    at ')
    },
  )

  test('an import with --dry-run reports rejected rows and creates nothing', async () => {
    const { run, call } = await newImport(lines.join('\n'))
    const outcome = await run('--dry-run', '--json')
    expect(outcome.code).toBe(1)
    expect(readOutcome(outcome).report).toMatchObject({ ...noRows, rows: 6, accepted: 2, refused: 4 })
    expect(await stored(call)).toEqual([])
  })
})

test('an import with a read-only API key ends with an error and creates nothing', async () => {
  const { call, file, environment } = await newImport(`name\n${'A\n'.repeat(100)}`)
  const { readOnlyKey } = await server.newOrganization()
  const outcome = await tocsinIn({ ...environment, TOCSIN_API_KEY: readOnlyKey })(['incidents', 'import', file])
  expect(outcome).toMatchObject({ code: 1, stdout: '' })
  expect(outcome.stderr).toMatch(/^error: .*\n {2}request id: \S+\n$/)
  expect(await stored(call)).toEqual([])
})
