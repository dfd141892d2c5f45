import { Alert, Button, List, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react'
import type { LocationImportReport, RefusedLine } from '@tocsin/contract/console/location-import.ts'
import { formatNumber } from '../../texts/format.ts'
import { locationImportTexts } from '../../texts/location-import.ts'
import { refusedLinesCsv } from './refused-lines-csv.ts'
import { saveText } from './save-text.ts'

const texts = locationImportTexts.report

/** Report of an import: the numbers of added locations and points, and the rejected lines. */
export function ImportReport({ report }: { report: LocationImportReport }) {
  const { refused } = report
  const isWhole = refused.length === 0
  const facts = [
    texts.locationsAdded(report.locationsAdded),
    texts.pointsAdded(report.pointsAdded),
    ...(report.linesUnchanged > 0 ? [texts.linesUnchanged(report.linesUnchanged)] : []),
    ...(isWhole ? [] : [texts.refused(refused.length)]),
  ]
  return (
    <>
      <Alert
        title={texts.title(refused.length)}
        icon={isWhole ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      >
        <List size="sm">
          {facts.map((fact) => (
            <List.Item key={fact}>{fact}</List.Item>
          ))}
        </List>
      </Alert>
      {!isWhole && <RefusedLines refused={refused} />}
    </>
  )
}

/** Maximum number of rejected lines shown. The downloadable file contains all rejected lines. */
const shownMaximum = 100

function RefusedLines({ refused }: { refused: readonly RefusedLine[] }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{texts.refusedHint}</Text>
      <ScrollArea.Autosize mah={280} w="100%" type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table stickyHeader aria-label={texts.refused(refused.length)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>{texts.line}</Table.Th>
              <Table.Th>{texts.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refused.slice(0, shownMaximum).map((line) => (
              <Table.Tr key={`${line.line} ${line.code}`}>
                <Table.Td>{formatNumber(line.line)}</Table.Td>
                <Table.Td>{line.message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {refused.length > shownMaximum && <Text size="sm">{texts.more(refused.length - shownMaximum)}</Text>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => saveText(texts.fileName, refusedLinesCsv(refused))}
      >
        {texts.download}
      </Button>
    </Stack>
  )
}
