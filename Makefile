# Short names for what is done often. The scripts named here do the work.
.PHONY: help build test long lint demo install remove bare boot hil uml clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18

build: ## both programs, into bin/
	@. deploy/prepare && prepare_build && build_eye && build_referee

test: ## every test, as before handing anything in
	@./test

long: ## the slow tests too
	@./test --long

lint: ## the linter alone
	@tools/lint

demo: ## a refereed game on the bundled video
	@./demo

install: build ## onto this machine, as root
	@deploy/install

remove: ## from this machine, as root
	@deploy/install remove

boot: ## the installed service under systemd, as root; after make bare
	@deploy/boot-check

bare: ## demo and test in a bare Debian 12 root, as root
	@deploy/bare-check

hil: ## the appliance on a virtual Pi: a real kernel, simulated buttons
	@deploy/hil/run amd64 arm64

uml: ## the same on user-mode Linux, exactly timed, and a whole game with the eye
	@. deploy/prepare && prepare_build && build_eye
	@deploy/hil/run --long uml && deploy/hil/run --game uml

clean: ## what was built
	@rm -rf bin
