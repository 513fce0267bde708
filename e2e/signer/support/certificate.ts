/**
 * A certificate of tests for the hosts below `test`, which nothing trusts. Made with
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=tests
 * -addext subjectAltName=DNS:*.test`.
 */
export const certificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBiTCCATCgAwIBAgIUdrWhvOOMsR1cqZi7nqRPG1ymTBswCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFdGVzdHMwIBcNMjYxMTIzMDY0MzA0WhgPMjEyNjEwMzAwNjQz
MDRaMBAxDjAMBgNVBAMMBXRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
fUw9vm5I1dYUgCCFyyN9+Rwt0lQvl9gsIsk1hVAj47DoMTPbpib/lF1KJXiP/yPV
APBsTEl2/S/Ns//ygpnK/aNmMGQwHQYDVR0OBBYEFDjrQpijapHM/0D/QgoqNcl0
RMnsMB8GA1UdIwQYMBaAFDjrQpijapHM/0D/QgoqNcl0RMnsMA8GA1UdEwEB/wQF
MAMBAf8wEQYDVR0RBAowCIIGKi50ZXN0MAoGCCqGSM49BAMCA0cAMEQCIA7xQsYV
nK87tjQLbZRLxsiqZdny4yhPWYu+atqQm16uAiAZQGjf6dD3dgaefCJ+EI4SQbOB
m0JfDYbCRc1aPzyW8Q==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkVDop1ufXU+9CeZo
HPpVpWciG4+J/cYosAQEszxrNUuhRANCAAR9TD2+bkjV1hSAIIXLI335HC3SVC+X
2CwiyTWFUCPjsOgxM9umJv+UXUoleI//I9UA8GxMSXb9L82z//KCmcr9
-----END PRIVATE KEY-----`,
} as const;
