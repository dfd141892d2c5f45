import { Alert, Button, List, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react'
import type { LocationImportReport, RejectedLine } from '@tocsin/contract/console/location-import.ts'
import { formatNumber } from '../../texts/format.ts'
import { locationImportTexts } from '../../texts/location-import.ts'
import { rejectedLinesCsv } from './rejected-lines-csv.ts'
import { saveText } from './save-text.ts'

const texts = locationImportTexts.report

/** Report of an import: the numbers of added locations and points, and the rejected lines. */
export function ImportReport({ report }: { report: LocationImportReport }) {
  const { refused: rejected } = report
  const isWhole = rejected.length === 0
  const facts = [
    texts.locationsAdded(report.locationsAdded),
    texts.pointsAdded(report.pointsAdded),
    ...(report.linesUnchanged > 0 ? [texts.linesUnchanged(report.linesUnchanged)] : []),
    ...(isWhole ? [] : [texts.rejected(rejected.length)]),
  ]
  return (
    <>
      <Alert
        title={texts.title(rejected.length)}
        icon={isWhole ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      >
        <List size="sm">
          {facts.map((fact) => (
            <List.Item key={fact}>{fact}</List.Item>
          ))}
        </List>
      </Alert>
      {!isWhole && <RejectedLines rejected={rejected} />}
    </>
  )
}

/** Maximum number of rejected lines shown. The downloadable file contains all rejected lines. */
const shownMaximum = 100

function RejectedLines({ rejected }: { rejected: readonly RejectedLine[] }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{texts.rejectedHint}</Text>
      <ScrollArea.Autosize mah={280} w="100%" type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table stickyHeader aria-label={texts.rejected(rejected.length)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>{texts.line}</Table.Th>
              <Table.Th>{texts.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rejected.slice(0, shownMaximum).map((line) => (
              <Table.Tr key={`${line.line} ${line.code}`}>
                <Table.Td>{formatNumber(line.line)}</Table.Td>
                <Table.Td>{line.message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {rejected.length > shownMaximum && <Text size="sm">{texts.more(rejected.length - shownMaximum)}</Text>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => saveText(texts.fileName, rejectedLinesCsv(rejected))}
      >
        {texts.download}
      </Button>
    </Stack>
  )
}
