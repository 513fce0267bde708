/** The statements of the journal's file. Parameters carry the names of the fields. */
export const statements = {
  append: `
    INSERT INTO entries (id, scope, operation, method, template, startedAt, requestId,
      idempotencyKey, digest, sealed, outcome, endedAt, status, resourceId, errorCode)
    VALUES (:id, :scope, :operation, :method, :template, :startedAt, :requestId,
      :idempotencyKey, :digest, :sealed, :outcome, :endedAt, :status, :resourceId, :errorCode)`,
  end: `
    UPDATE entries SET outcome = :outcome, endedAt = :endedAt, status = :status,
      resourceId = :resourceId, errorCode = :errorCode, claimedBy = NULL, claimedUntil = NULL
    WHERE id = :id AND (outcome IS NULL OR outcome = 'unknown')`,
  release: 'UPDATE entries SET claimedBy = NULL, claimedUntil = NULL WHERE id = :id',
  claim: `
    UPDATE entries SET claimedBy = :by, claimedUntil = :until WHERE id IN (
      SELECT id FROM entries
      WHERE scope = :scope
        AND (outcome IS NULL OR outcome = 'unknown' OR (:endedSince IS NOT NULL AND endedAt >= :endedSince))
        AND (claimedUntil IS NULL OR claimedUntil <= :now)
        AND (startedAt, id) > (:startedAt, :after)
      ORDER BY startedAt, id LIMIT :limit)
    RETURNING id, scope, operation, method, template, startedAt, requestId, idempotencyKey, digest,
      sealed, outcome, endedAt, status, resourceId, errorCode`,
  prune: "DELETE FROM entries WHERE outcome IN ('applied', 'not-applied') AND endedAt < :before",
} as const;

/** The name of a statement. */
export type StatementName = keyof typeof statements;
