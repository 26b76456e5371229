// SPDX-License-Identifier: GPL-2.0 OR Apache-2.0
/*
 * An I2C bus with chips that take every byte and do nothing: the displays of a
 * simulated table. What was written is seen in the kernel's own trace events of the bus.
 * A chip is unplugged by taking it out of the parameter "present".
 */
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/string.h>

static ushort present[4] = { 0x70, 0x71 };
static int chips = 2;
module_param_array(present, ushort, &chips, 0644);
MODULE_PARM_DESC(present, "addresses that answer");

static bool answers(u16 address)
{
	int i;

	for (i = 0; i < chips; i++)
		if (present[i] == address)
			return true;
	return false;
}

static int transfer(struct i2c_adapter *bus, struct i2c_msg *messages, int count)
{
	int i;

	for (i = 0; i < count; i++) {
		if (!answers(messages[i].addr))
			return -ENXIO;
		if (messages[i].flags & I2C_M_RD)
			memset(messages[i].buf, 0, messages[i].len);
	}
	return count;
}

static u32 can(struct i2c_adapter *bus)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = can,
};

static struct i2c_adapter bus = {
	.owner = THIS_MODULE,
	.algo = &algorithm,
	.name = "table",
	.nr = 1, /* the bus on a Pi's header */
};

static int __init table_start(void)
{
	return i2c_add_numbered_adapter(&bus);
}

static void __exit table_stop(void)
{
	i2c_del_adapter(&bus);
}

module_init(table_start);
module_exit(table_stop);
MODULE_DESCRIPTION("I2C bus of a simulated table");
MODULE_LICENSE("GPL");
