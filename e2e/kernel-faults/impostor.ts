/** A machine without any service: its kernel refuses connections and resets unknown ones. */
process.on('disconnect', () => process.exit());
process.send?.({ listening: true });
