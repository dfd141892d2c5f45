import { measureHttp, type LoadExtent, type Measurement } from './http-load.ts'
import type { Operation } from './operations.ts'
import type { Bench, MeasuredOrganization } from './run.ts'

/** Of every load, so that all figures are of the same concurrency. */
export const connections = 32

/** One operation in one Organization, over HTTP. */
export const measureOperation = (
  { url, folder }: Pick<Bench, 'url' | 'folder'>,
  { key }: MeasuredOrganization,
  { paths, makeBody }: Operation,
  extent: LoadExtent,
): Promise<Measurement> => measureHttp({ url, paths, key, connections, extent, makeBody, folder })
