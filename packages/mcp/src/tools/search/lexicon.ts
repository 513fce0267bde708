/**
 * Words of the people who do this work, and the words of the API for them, with what the wish is then
 * about to do: `:read`, `:add`, `:change`, `:pause` (something that can be taken back), `:end`, `:pay`.
 */
export const lexicon = `
show, see, look, look at, display, export, list, which, what, who, whose, where, when, how, how much, how many, find, look up, check, read, view, detail, information, about, did, has, is, are, why, status, tell :read
add, new, create, order, request a, give, open, set up, sign up, save, issue, start, begin, launch, run again, re-run, retry, redo, store, record, keep, enter, put on file, put down, invite, connect :add
change, edit, lower, raise, increase, decrease, reduce, update, set, modify, adjust, rename, replace, correct, fix, switch, turn :change
stop, pause, suspend, disable, deactivate, hold, halt, block, turn off, switch off, freeze, for now, temporarily, for a while, for the moment, over the weekend, until = update :pause
resume, again, unpause, reactivate, enable, re-enable, unblock, let, turn on, restart = update :change
delete, remove, get rid, kill, revoke, terminate, close, for good, permanently, forever, destroy, wipe, drop, erase, forget, throw away, cancel, reject, offboard :end
pay, paid, wire, remit, payout, pay out, send, sent, transfer, disburse, reimburse, compensate, repay, cash out, settle, move = transfer out quote :pay
invoice, bill, salary, payroll, wage = transfer out quote
other currency, another currency, different currency, his currency, her currency, their currency, local currency, foreign, abroad, cross border, international, convert, conversion, exchange, swap, fx, euro, peso, pound sterling, yen, rupee, naira, franc, yuan, dirham, eur, mxn, gbp, jpy, inr, brl = quote create exchange rate
rate, exchange rate, fx = exchange rate
estimate, cost, network fee, gas, chain, chain transfer, blockchain = estimate fee
go ahead, confirm, carry out, proceed, run = execute
deal, price, offer = quote
valid, expire = get
pull, debit, collect, charge, top up, take from, draw, deposit, fund, load, bring in = transfer in :pay
payment, transaction, money, movement = transaction
fail, pending, processing, complete, stuck, reject, expire = status list
statement, history, activity, reconcile, bookkeeping, ledger, everything, report, yesterday, month, week = transaction list
reference, memo = transaction list reference
payout, payment, transfer, wire = transaction
incoming, arrive, receive, deposit, came in, come in, went out, go out = transaction
outgoing, leave, sent, just made = transaction
refund, return = return
send back, return, refund, turn away, bounce = reject transaction
call back, recall, undo, take back, withdraw, abort, stop = cancel
accept, release, allow, let through, clear payment, ok, okay, green light, thumbs up, say yes = approve
held, hold, review = approve
balance, money, fund, cash, reserve, holding, float, liquidity, how much money, how much have, how much in, treasury, left, available = internal account list balance
our, our own, platform, company, corporate, treasury = platform
account number, bank, bank account, bank detail, iban, clabe, payee, beneficiary, recipient, supplier, vendor, contractor, freelancer, get paid, want paid, payout destination, payout account, crypto wallet, counterparty = external account
trust, whitelist, allowlist, without code = trust external account
prove, proof, belong, ownership, verify, own wallet, own account = ownership challenge
card, debit card, plastic, virtual = card
frozen, freeze, unfreeze, lock, unlock, lost, stolen, block = card state update
swipe, tap, purchase, authorization = simulate authorization
clear, settlement, capture = clearing
endpoint work, webhook work = sandbox send test webhook
pretend, fake, play, dummy, sample, demo, try, test, simulate, sandbox = sandbox simulate
bot, assistant, ai, robot, agent, automation, automated payment = agent
limit, cap, budget, allowance, ceiling, permission, rule, threshold = policy agent
spent = spend
await, wait, approval, sign off, queue = list approval agent
want, request, ask, action = action
decline, refuse, deny, say no, veto, turn down, don't accept, not accept, don't approve, not approve, don't want = reject :end
approve, sign off, authorize = approve
client, user, person, people, individual, business, company, merchant, member = customer
onboard, register, sign up = customer create
address, phone, email, name, moved house = customer update
kyc, kyb, kyc check, kyb check, identity, identity check, compliance, onboarding, verified, verification = verification
passport, licence, license, id card, company registration, articles, incorporation, contract, scan, picture, photo, paper, proof of address, utility bill, certificate = document
upload, submit, hand in, attach = create upload
better, resubmit, wrong file = replace
director, shareholder, owner, own, ubo, partner, controller = beneficial owner
share, percentage = ownership percentage
bulk, batch, spreadsheet, csv, excel, import, mass = import
how far, progress = get
country, reach, support, bank = discovery bank
invite, referral, friend = invitation create
webhook, endpoint, url, callback, notification, event = config webhook
setting, configuration, our domain, platform domain, preference, enabled, turn on currency, supported currency, fee, markup, brand = config
wallet = internal account
api key, access key, secret key, api token, key, credential = token
coin, stablecoin, usd coin = stablecoin
redeem, burn, destroy = burn
mint, issue coin = mint
issuer, provider = provider
2fa, two factor, mfa, authenticator, second factor, factor = sca factor
lost phone, lost, new phone, reset = reset start
lock out, unlock, password = login record event
code, otp, sms, one time = code
again, resend, did not get = resend
sign out, log out, logout, logged out, kick, kick out = revoke session
device, sign in, log in, login, browser, laptop, session = session
passkey, biometric, fingerprint = credential passkey
private, privacy, public, hide, visible = privacy internal account update :change
receipt, confirmation = receipt
term, tos, legal = term
uma, at sign, lightning = uma
can receive, can take, able to receive, reachable = look up receiver :read
outcome, unknown, unsure, not sure, timeout, timed out, lost answer, lost response, no answer, no response, connection dropped, dropped connection, connection lost, answer, response, unclear, double charge, twice = check outcome
`;
