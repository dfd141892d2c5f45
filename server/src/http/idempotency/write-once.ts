import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { keyReused } from './key-reused.ts'
import { claimKey, findKey } from './queries.ts'

/** Write request that has an Idempotency-Key. */
export interface KeyedRequest {
  /** Value of the header `Idempotency-Key`. */
  key: string
  /** Id of the operation in OpenAPI. */
  operation: string
  /** Id of the object that the request creates, changes or deletes. */
  resourceId: Uuid
  /** SHA-256 of the canonical request body or of the uploaded file, as lower-case hexadecimal. */
  requestSha256: string
}

export interface Outcome<Result> {
  result: Result
  /** True if an earlier request with the same Idempotency-Key did the work, and this request changed nothing. */
  isReplay: boolean
}

export interface Write<Result> {
  /**
   * Locks the resource. Runs before the key is claimed, so that the key stays free while the write waits for the lock.
   */
  lock?: (inner: OrganizationScope) => Promise<unknown>
  run: (inner: OrganizationScope) => Promise<Result>
  /**
   * Reads the result to return to a retry: the current state of the resource, even if the resource is deleted.
   * @param resourceId resource that the first request wrote.
   */
  replay: (inner: OrganizationScope, resourceId: Uuid) => Promise<Result>
  /** True for a write that creates a resource. Each attempt then brings a new `resourceId`. */
  isCreation?: boolean
}

/**
 * Makes a write at most once for each Idempotency-Key, in one transaction. The key is claimed first, so a retry
 * succeeds even if its precondition no longer holds or the resource no longer exists. A rejected write leaves its key
 * free. The second of two simultaneous requests with the same key waits for the first.
 * @param request undefined for a request without a key, whose write is always made.
 * @throws Problem `idempotency_key_reused` if the key belongs to another request; any error of `run`.
 */
export function writeOnce<Result>(
  scope: OrganizationScope,
  request: KeyedRequest | undefined,
  { lock, run, replay, isCreation = false }: Write<Result>,
): Promise<Outcome<Result>> {
  return scope.transaction(async (inner) => {
    if (!request) return { result: await run(inner), isReplay: false }
    await lock?.(inner)
    if (await claimKey(inner, request)) return { result: await run(inner), isReplay: false }
    const earlier = (await findKey(inner, request.key))!
    rejectOtherRequest(earlier, isCreation ? { ...request, resourceId: earlier.resourceId } : request)
    return { result: await replay(inner, earlier.resourceId), isReplay: true }
  })
}

/** @throws Problem `idempotency_key_reused` if the request differs from the earlier one. */
function rejectOtherRequest(earlier: KeyedRequest, request: Omit<KeyedRequest, 'key'>): void {
  const isSame =
    earlier.operation === request.operation &&
    earlier.resourceId === request.resourceId &&
    earlier.requestSha256 === request.requestSha256
  if (!isSame) throw keyReused(earlier)
}
